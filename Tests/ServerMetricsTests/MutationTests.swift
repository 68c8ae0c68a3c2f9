import FleetCore
import ServerMetrics
import TestSupport
import Testing

/// A hundred thousand changed inputs a decoder: none crashes it, and none makes it hold more than it was given.
@Suite struct MutationTests {
    private static let rounds = 100_000
    /// Built of what the formats are built of.
    private static let pieces: [[UInt8]] =
        [
            "\"", "\\", "{", "}", "[", "]", ":", ",", "1e400", "-", ".", "0", "NaN", "null", "\n", " ", "=", "#", "\\n",
            "1790632700000",
            "[[[[[[[[", "{\"a\":", "records", "é",
        ].map { Array($0.utf8) } + [
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x0A, 0x7F], [0x00], [0x12, 0x02],
        ]

    private static func mutated(_ input: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = input
        for _ in 0...Int.random(in: 0...3, using: &random) {
            let at = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 1 where at < bytes.count: bytes[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 2: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: at)
            case 3: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 0...9, using: &random)))
            case 4:
                let end = min(bytes.count, at + Int.random(in: 0...20, using: &random))
                bytes.insert(contentsOf: Array(bytes[at..<end]), at: Int.random(in: 0...bytes.count, using: &random))
            default: bytes.removeSubrange(at...)
            }
        }
        return bytes
    }

    private func run(_ format: MetricFormat, _ inputs: [[UInt8]]) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("MutationTests \(format) seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var accepted = 0
        for round in 0..<MutationTests.rounds {
            let bytes = MutationTests.mutated(inputs[round % inputs.count], &random)
            var decoder = MetricDecoder(format, MetricContext(now: now))
            decoder.decode(bytes, 0..<bytes.count)
            let collected = decoder.collector
            let refused = collected.refused.values.reduce(0, +) + collected.leftOut.values.reduce(0, +)
            try #require(collected.read == collected.samples.count + refused, "seed \(seed), round \(round)")
            try #require(collected.read <= bytes.count, "seed \(seed), round \(round)")
            accepted += collected.samples.count
        }
        // Many changes leave something whole: the decoders were not only turned away at the door.
        #expect(accepted > MutationTests.rounds / 100, "seed \(seed)")
    }

    @Test func `lines of exposition`() throws {
        try run(
            .text,
            [
                #"a_total{m="post",c="2\"00"} 1027 1790632700000"#, #"{"my.metric", l="ü"} 0x1p3"#, "took 1.5e-3",
                "# TYPE a counter",
            ].map { Array($0.utf8) })
    }

    @Test func `JSON of CloudWatch and OTLP`() throws {
        let delivery =
            #"{"records":[{"data":"eyJtZXRyaWNfbmFtZSI6Im4iLCJuYW1lc3BhY2UiOiJzIiwidGltZXN0YW1wIjoxNzkwNjMyNzAwMDAwLCJ2YWx1ZSI6eyJzdW0iOjF9fQ=="}]}"#
        try run(
            .json,
            [
                #"{"Label":"X","Datapoints":[{"Timestamp":"2026-09-28T21:59:00Z","Sum":1.5,"ExtendedStatistics":{"p99":2}}]}"#,
                #"{"MetricDataResults":[{"Label":"X","Timestamps":[1790632740],"Values":[7]}]}"#,
                #"{"metric_name":"n","namespace":"s","dimensions":{"a":"b"},"timestamp":1790632700000,"value":{"sum":1}}"#,
                #"{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"n","gauge":{"dataPoints":[{"timeUnixNano":"1790632700000000000","asInt":"1"}]}}]}]}]}"#,
                delivery,
            ].map { Array($0.utf8) })
    }

    @Test func `protobuf of OTLP`() throws { try run(.protobuf, [MutationTests.small, MutationTests.histogram]) }

    /// resource_metrics { scope_metrics { metrics { name: "n", gauge { data_points { time, as_int } } } } }
    private static let small: [UInt8] = message(
        1, message(2, message(2, [0x0A, 1, 0x6E] + message(5, message(1, [0x19] + time + [0x31, 7, 0, 0, 0, 0, 0, 0, 0])))))
    private static let histogram: [UInt8] = message(
        1,
        message(
            2,
            message(
                2,
                [0x0A, 1, 0x68]
                    + message(
                        9,
                        message(
                            1,
                            [0x19] + time + [0x21, 3, 0, 0, 0, 0, 0, 0, 0] + message(6, [1] + zeros(7) + [2] + zeros(7))
                                + message(7, zeros(8)) + message(9, [0x0A, 1, 0x61] + message(2, [0x0A, 1, 0x62]))) + [0x10, 2])))
    )

    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
    private static let time: [UInt8] = (0..<8).map { UInt8(truncatingIfNeeded: 1_790_632_700_000_000_000 >> ($0 * 8)) }
    private static func message(_ field: UInt8, _ content: [UInt8]) -> [UInt8] {
        [field << 3 | 2, UInt8(content.count)] + content
    }
}
