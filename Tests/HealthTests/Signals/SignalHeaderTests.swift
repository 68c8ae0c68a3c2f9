import FleetCore
import QueryCatalog
import TestSupport
import Testing

@testable import Health

@Suite struct SignalHeaderTests {
    @Test func `levels are read as they are written`() {
        #expect(SignalLimit("> 0.02") == SignalLimit(.above, .value(0.02)))
        #expect(SignalLimit("< 0.65") == SignalLimit(.below, .value(0.65)))
        #expect(SignalLimit("> 3 times usual") == SignalLimit(.above, .timesUsual(3, atLeast: 0)))
        #expect(SignalLimit("> 3 times usual, at least 50") == SignalLimit(.above, .timesUsual(3, atLeast: 50)))
        #expect(
            SignalLimit("burn > 14.4 over 1h and 5m") == SignalLimit(.above, .burn(14.4, longSeconds: 3600, shortSeconds: 300)))
    }

    @Test(arguments: [
        "", ">", "0.02", ">0.02", "> two", "> -1", "> 1e400", "> 99999999999999999999", "> 3 times", "> 3 times usually",
        "> 0 times usual",
        "> 3 times usual at least 5", "burn > 14.4 over 5m and 1h", "burn < 1 over 1h and 5m", "burn > 14 over 1 and 5m",
        "> 0.02 ours",
    ])
    func `what is no level is none`(text: String) { #expect(SignalLimit(text) == nil) }

    @Test func `a file's header says everything about a signal`() throws {
        let signal = try sampleSignal(["judged": "provider", "runbook": "push-outage", "watch": "none"])
        #expect(signal.name == "sample")
        #expect(signal.dimensions == ["provider", "worker"])
        #expect(signal.judged == ["provider"])
        #expect(signal.source == .metrics)
        #expect([signal.windowSeconds, signal.historySeconds, signal.stepSeconds, signal.freshSeconds] == [600, 7200, 60, 900])
        #expect(signal.watch == nil)
        #expect(signal.page == SignalLimit(.above, .value(0.1)))
        #expect(signal.limitNotes == ["page": "ours"])
        #expect(signal.runbook == "push-outage")
    }

    @Test(arguments: [
        (["unit": ""], "the signal's header has no \"unit\""),
        (["measure": "mean"], "\"measure\" is none of"),
        (["watch": "over 3"], "\"watch\" is no level such as \"> 0.02\": over 3"),
        (["window": "3h"], "step, window and history are not each at least the one before"),
        (["window": "ten"], "\"window\" is no length such as 15m: ten"),
        (["judged": "code"], "\"judged\" names code, which is no dimension"),
        (["judged": "provider", "ends": "soon"], "\"ends\" is not \"beyond chance\": soon"),
        (["ends": "beyond chance"], "\"ends\" is for shares of slices that are judged against fixed levels"),
        (["measure": "percentile 99"], "a percentile needs a column bucket"),
        (["page": "burn > 6 over 1h and 5m"], "a burn rate needs a target and a share"),
        (["page": "burn > 6 over 6h and 5m", "target": "0.99"], "the history is shorter than a burn rate's window"),
    ])
    func `a mistake in it is said with the file`(changes: [String: String], what: String) throws {
        let error = #expect(throws: ToolError.self) { try sampleSignal(changes) }
        #expect(error?.what.hasPrefix(what) == true, "\(error?.what ?? "")")
        #expect(error?.place?.hasSuffix("/signals/sample.sql") == true)
        #expect(error?.exitCode == .badInput)
    }

    @Test func `columns that are not a signal's are refused`() {
        let error = #expect(throws: ToolError.self) { try sampleSignal([:], columns: "provider text; amount number") }
        #expect(error?.what.hasPrefix("the columns are not the dimensions and then one of") == true)
    }

    /// What the headers promise of every signal.
    @Test func `every file of Queries is a signal, with levels whose numbers say where they are from`() throws {
        let signals = try Signals.all(in: QueryCatalog(directory: repositoryRoot + "/Queries"))
        #expect(signals.count >= 45)
        for signal in signals {
            for (name, level) in [("watch", signal.watch), ("page", signal.page)] where level != nil {
                #expect(signal.limitNotes[name] != nil, "\(signal.name): \(name)")
            }
            #expect([nil, "push-outage", "decrypt-spike", "rollout-halt"].contains(signal.runbook), "\(signal.name)")
            #expect(signal.absent == "unknown" || signal.companion != nil, "\(signal.name): \(signal.absent)")
            if let watch = signal.watch, let page = signal.page { #expect(watch.direction == page.direction, "\(signal.name)") }
        }
    }

    @Test func `what is a filter on its base's own series is zero without a row, a metric of its own is unknown`() throws {
        let signals = try Signals.all(in: QueryCatalog(directory: repositoryRoot + "/Queries"))
        let filters = [
            "chat_availability": "Chat/Gateway Requests", "feed_availability": "Feed/Api Requests",
            "sync_availability": "Chat/Sync Requests", "duplicates": "Chat/Sync Mutations",
            "protocol_split": "Chat/Sync Requests", "version_unsupported": "Chat/Sync Requests",
        ]
        for (name, companion) in filters { #expect(try Signals.signal(name, among: signals).companion == companion) }
        #expect(try Signals.signal("sync_bytes", among: signals).companion == nil)
    }
}
