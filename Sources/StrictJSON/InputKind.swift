/// What a file that somebody hands in looks like, by its beginning: for a word to who named the wrong one. Reading never
/// depends on it.
package enum InputKind: Sendable {
    case clientReports, serverMetrics, flagDocument

    /// As many bytes are enough.
    package static let headLength = 4096

    private static let reportNames: Set = ["install_id", "reports"]
    private static let metricNames: Set = [
        "metric_name", "MetricDataResults", "Datapoints", "resourceMetrics", "resource_metrics", "records",
    ]
    private static let flagNames: Set = ["version", "flags", "kill", "client_policy"]

    /// `head` is the beginning of a text, without a byte order mark. Nil: like none of them.
    package static func recognise(_ head: Span<UInt8>) -> InputKind? {
        if isProtobuf(head) { return .serverMetrics }
        var first = 0
        while first < head.count, head[first] <= 0x20 { first += 1 }
        guard first < head.count else { return nil }
        guard head[first] == UInt8(ascii: "{") || head[first] == UInt8(ascii: "[") else {
            return isExposition(head.extracting(first..<head.count)) ? .serverMetrics : nil
        }
        let names = firstNames(head, at: first)
        if !names.isDisjoint(with: reportNames) { return .clientReports }
        if !names.isDisjoint(with: metricNames) { return .serverMetrics }
        return names.intersection(flagNames).count >= 2 ? .flagDocument : nil
    }

    /// Of the first object, as far as the bytes go.
    private static func firstNames(_ head: Span<UInt8>, at start: Int) -> Set<String> {
        var scanner = JSONScanner(at: start)
        var names: Set<String> = []
        do throws(JSONError) {
            if try scanner.kind(head) == .array {
                try scanner.beginArray(head)
                guard try scanner.nextElement(head) else { return [] }
            }
            try scanner.beginObject(head)
            while names.count < 64, let name = try scanner.nextMember(head) {
                names.insert(name.text.string(in: head))
                try scanner.skipValue(head)
            }
        } catch {
            // What was read so far is what there is to tell by.
        }
        return names
    }

    /// Prometheus' text: a comment of its own, or a name with labels or a value.
    private static func isExposition(_ text: Span<UInt8>) -> Bool {
        let lineEnd = text.firstIndex(of: 0x0A, from: 0) ?? text.count
        var line: [UInt8] = []
        for index in 0..<lineEnd { line.append(text[index]) }
        if line.starts(with: "# HELP ".utf8) || line.starts(with: "# TYPE ".utf8) { return true }
        let name = line.prefix { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x5F || $0 == 0x3A }
        let rest = line.dropFirst(name.count)
        guard let first = name.first, !(0x30...0x39).contains(first), let next = rest.first else { return false }
        if next == UInt8(ascii: "{") { return true }
        guard next == 0x20, let value = rest.dropFirst().first else { return false }
        return value &- 0x30 < 10 || "+-NI".utf8.contains(value)
    }

    /// OTLP: the tag of the first member, and control characters that no text has.
    private static func isProtobuf(_ head: Span<UInt8>) -> Bool {
        guard head.count > 2, head[0] == 0x0A else { return false }
        for index in 1..<head.count where head[index] < 0x20 && ![0x09, 0x0A, 0x0D].contains(head[index]) { return true }
        return false
    }
}
