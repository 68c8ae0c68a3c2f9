import CommandLine
import FleetCore

/// What is asked of a time that is still to come, or that comes after the moment of the look, has no answer, and would look
/// like one: nothing is bad in a window that holds nothing, and what was known last would pass for what is known then. Held
/// against every command, by the names of its options.
enum AskedTimes {
    private static let beginnings = ["from", "since"]
    private static let looks = ["as-of", "at"]
    /// An install's own day begins up to so much before it does in UTC.
    private static let localDaySeconds: Int64 = 14 * 3600
    /// Whoever names the moment may have a clock that is so much ahead of this one.
    private static let clockSeconds: Int64 = 300

    static func check(_ invocation: Invocation, now: Instant) throws(ToolError) {
        let asked = looks.lazy.compactMap { name in
            invocation.value(of: name, as: Instant.self).map { (name: name, words: "--\(name) \($0)", at: $0) }
        }.first
        // With some commands --at is no look: when something happened, or what a client will do then.
        let isLook = asked?.name == "as-of" || invocation.carried[Carried.moment] != nil
        if let asked, isLook, asked.at > now.advanced(bySeconds: clockSeconds) {
            throw ToolError(
                .usage, "\(asked.words) is still to come: it is \(now)", at: "chatfleet \(invocation.command.name)",
                next: "name \(now) at most, or leave --\(asked.name) out")
        }
        let end = asked?.at ?? now
        for name in beginnings {
            let late: (given: String, most: String)?
            if let day = invocation.value(of: name, as: Day.self) {
                // Days of installs with --from; the hours of the store with --since.
                let last = (name == "from" ? end.advanced(bySeconds: localDaySeconds) : end).day
                late = day > last ? (day.description, last.description) : nil
            } else if let instant = invocation.value(of: name, as: Instant.self) {
                late = instant > end ? (instant.description, end.description) : nil
            } else {
                late = nil
            }
            guard let late else { continue }
            let why = asked.map { "is after \($0.words)" } ?? "is still to come: it is \(now)"
            throw ToolError(
                .usage, "--\(name) \(late.given) \(why)", at: "chatfleet \(invocation.command.name)",
                next: "name \(late.most) at most")
        }
    }
}
