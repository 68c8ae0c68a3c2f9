/// A dashboard of Grafana, before it is written as JSON.
struct Dashboard {
    /// Of the file, and of the address: `chatfleet-on-call`.
    let name: String
    let title: String
    let description: String
    /// The window that it opens with: `now-7d`.
    let from: String
    /// Does it let its reader choose a version and a platform?
    var hasFleetVariables = true
    /// Does it show what Prometheus scraped of `chatfleet signals export`?
    var signals: [SignalPanel] = []
    let panels: [Panel]

    var uid: String { "chatfleet-\(name)" }

    static let all: [Dashboard] = [.onCall, .release, .fleet, .capacity]
}

/// A panel over what `chatfleet signals export` writes.
struct SignalPanel {
    let title: String
    let description: String
    let expression: String
    let legend: String
    let unit: String
    var width = 24
    /// −1 unknown, 0 ok, 1 watch, 2 page, in words; else plain numbers.
    var isLevel = false
}
