import FleetCore
import QueryCatalog

extension Signal {
    static let folder = "signals/"
    /// The columns that every signal ends in, after its dimensions: one of these, by where time comes from.
    private static let endings: [[String]] = [
        ["cut", "period_s", "step_epoch", "amount", "base"], ["step_epoch", "amount", "base"], ["day", "amount", "base"],
        ["hour", "amount", "base"], ["day", "bucket", "amount", "base"], ["day", "amount", "base", "failing_installs"],
    ]

    /// Reads what a query's header says of it as a signal. Throws ``ToolError`` with the file.
    init(_ query: Query) throws(ToolError) {
        let header = Header(query)
        self.query = query
        name = String(query.name.dropFirst(Signal.folder.count))
        question = query.question
        measure = try header.measure()
        unit = try header.required("unit")
        dimensions = header.list("dimensions")
        judged = header.list("judged")
        source = try header.source()
        windowSeconds = try header.time("window")
        historySeconds = try header.time("history")
        stepSeconds = try header.time("step")
        freshSeconds = try header.time("fresh")
        target = try header.target()
        let watch = try header.limit("watch")
        let page = try header.limit("page")
        self.watch = watch?.limit
        self.page = page?.limit
        limitNotes = ["watch": watch?.note, "page": page?.note].compactMapValues { $0 }
        endsBeyondChance = try header.endsBeyondChance()
        absent = try header.required("absent")
        let runbook = try header.required("runbook")
        self.runbook = runbook == "none" ? nil : runbook
        next = try header.next()
        off = nil
        try check(header)
    }

    private func check(_ header: Header) throws(ToolError) {
        let columns = query.columns.map(\.name)
        guard Array(columns.prefix(dimensions.count)) == dimensions,
            Signal.endings.contains(Array(columns.dropFirst(dimensions.count)))
        else {
            throw header.fault(
                "the columns are not the dimensions and then one of "
                    + Signal.endings.map { $0.joined(separator: ", ") }.joined(separator: "; "))
        }
        for name in judged where !dimensions.contains(name) {
            throw header.fault("\"judged\" names \(name), which is no dimension")
        }
        guard stepSeconds <= windowSeconds, windowSeconds <= historySeconds else {
            throw header.fault("step, window and history are not each at least the one before")
        }
        if hasWitnesses {
            guard measure == .sum, !judged.isEmpty, windowSeconds == stepSeconds else {
                throw header.fault("failing_installs are for sums of one step with slices that are judged")
            }
        }
        if endsBeyondChance {
            guard measure == .share, !judged.isEmpty, [watch, page].allSatisfy({ $0 == nil || $0?.value != nil }) else {
                throw header.fault("\"ends\" is for shares of slices that are judged against fixed levels")
            }
        }
        if case .percentile = measure, !columns.contains("bucket") { throw header.fault("a percentile needs a column bucket") }
        for limit in [watch, page] {
            if case .burn(_, let long, _)? = limit?.bound {
                guard target != nil, measure == .share else { throw header.fault("a burn rate needs a target and a share") }
                guard long <= historySeconds else { throw header.fault("the history is shorter than a burn rate's window") }
            }
        }
    }

    /// The members of a header, read as what they are.
    private struct Header {
        let query: Query

        init(_ query: Query) { self.query = query }

        func fault(_ what: String) -> ToolError { ToolError(.badInput, what, at: query.path) }

        func required(_ member: String) throws(ToolError) -> String {
            guard let text = query.more[member] else { throw fault("the signal's header has no \"\(member)\"") }
            return text
        }

        func list(_ member: String) -> [String] {
            guard let text = query.more[member], text != "none" else { return [] }
            return text.split(separator: ",").map { String($0.drop { $0 == " " }) }
        }

        func time(_ member: String) throws(ToolError) -> Int64 {
            let text = try required(member)
            guard let seconds = SignalTime.seconds(text) else { throw fault("\"\(member)\" is no length such as 15m: \(text)") }
            return seconds
        }

        /// `chatfleet doctor: what is behind; chatfleet store status: the newest receipt`
        func next() throws(ToolError) -> [(line: String, purpose: String)] {
            var next: [(line: String, purpose: String)] = []
            for entry in (query.more["next"] ?? "").split(separator: ";") {
                let parts = entry.split(separator: ":", maxSplits: 1).map { String($0.drop { $0 == " " }) }
                guard parts.count == 2 else { throw fault("\"next\" is no \"command: what it is for\": \(entry)") }
                next.append((parts[0], parts[1]))
            }
            return next
        }

        func source() throws(ToolError) -> Source {
            let names = query.columns.map(\.name)
            if names.contains("cut") { return .metrics }
            if names.contains("hour") { return .hours }
            return names.contains("day") ? .reports : .store
        }

        /// `beyond chance`; nothing: at once.
        func endsBeyondChance() throws(ToolError) -> Bool {
            guard let text = query.more["ends"] else { return false }
            let (words, _) = withoutNote(text)
            guard words == "beyond chance" else { throw fault("\"ends\" is not \"beyond chance\": \(words)") }
            return true
        }

        func target() throws(ToolError) -> Double? {
            guard let text = query.more["target"] else { return nil }
            let (number, _) = withoutNote(text)
            guard let target = Double(number), target > 0, target < 1 else { throw fault("\"target\" is no share: \(text)") }
            return target
        }

        func limit(_ member: String) throws(ToolError) -> (limit: SignalLimit, note: String?)? {
            let text = try required(member)
            if text == "none" { return nil }
            let (words, note) = withoutNote(text)
            guard let limit = SignalLimit(words) else { throw fault("\"\(member)\" is no level such as \"> 0.02\": \(words)") }
            return (limit, note)
        }

        /// `> 0.02 (ours)`: the level, and where it comes from.
        private func withoutNote(_ text: String) -> (String, String?) {
            guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return (text, nil) }
            var words = String(text[..<open])
            while words.last == " " { words.removeLast() }
            return (words, String(text[text.index(after: open)...].dropLast()))
        }

        func measure() throws(ToolError) -> Measure {
            let text = try required("measure")
            let words = text.split(separator: " ").map(String.init)
            switch (words.first, words.count) {
            case ("share", 1): return .share
            case ("ratio", 1): return .ratio
            case ("sum", 1): return .sum
            case ("greatest", 1): return .greatest
            case ("least", 1): return .least
            case ("middle", 1): return .middle
            case ("newest", 1): return .newest
            case ("rate", 3) where words[1] == "per" && words[2] == "s": return .rate(perSeconds: 1)
            case ("rate", 3) where words[1] == "per" && words[2] == "min": return .rate(perSeconds: 60)
            case ("percentile", 2):
                if let percent = Int64(words[1]), (1...99).contains(percent) { return .percentile(percent) }
            default: break
            }
            throw fault(
                "\"measure\" is none of share, ratio, sum, rate per s, rate per min, greatest, least, middle, newest, percentile N: \(text)"
            )
        }
    }
}
