import FleetCore
import ServerMetrics
import Testing

/// The samples were written by OpenTelemetry's own schema: the same request as protobuf and as protobuf's JSON.
@Suite struct OTLPTests {
    @Test func `JSON and protobuf of one request give the same points`() throws {
        let binary = try decode(sample("otlp.pb"))
        let text = try decode(sample("otlp.json"))
        #expect(binary.texts == text.texts)
        #expect(binary.refused == text.refused)
        #expect(binary.leftOut == text.leftOut)
        #expect(binary.texts.count == 19)
    }

    @Test func `each kind becomes what it means`() throws {
        let collected = try decode(sample("otlp.pb")) { $0.namespace = "push" }
        func points(_ name: String) -> [String] {
            collected.texts.filter { $0.hasPrefix("push \(name) ") }.map { text in
                let le = text.firstMatch(of: /"le":"([^"]*)"/).map { "le \($0.1) " } ?? ""
                return le + text.drop { $0 != "@" }
            }
        }
        // The request is of 1,790,000,000: 632,800 s before now.
        #expect(points("queue.depth") == ["@-632800+0 Value=-3.0", "@-632800+0 Value=2.5"])
        #expect(points("sends") == ["@-632800+0 Total=120.0 since -633400", "@-632740+0 Total=130.0 since -632790"])
        #expect(points("failures") == ["@-632860+60 Sum=7.0"])
        #expect(points("sockets") == ["@-632800+0 Value=41.0"])
        #expect(points("latency.delta") == ["@-632860+60 Maximum=12.0 Minimum=0.5 SampleCount=6.0 Sum=33.5"])
        #expect(
            points("latency_bucket") == [
                "le 5.0 @-632800+0 Total=1.0 since -632860", "le 10.5 @-632800+0 Total=3.0 since -632860",
                "le +Inf @-632800+0 Total=6.0 since -632860",
            ])
        #expect(points("rpc_count") == ["@-632800+0 Total=10.0"])
        #expect(collected.refused == ["otlp.exponential_histogram": 1, "otlp.temporality": 1])
        #expect(collected.leftOut == ["value.none": 1])
    }

    @Test func `the resource tells one process from another`() throws {
        let series = try decode(sample("otlp.pb")).samples[0].series
        #expect(series.namespace == "chat/push-workers")
        #expect(
            series.dimensions.map { "\($0.name)=\($0.value)" } == [
                "canary=true", "host.cpus=8", "key=01ff", "labels={a:b}", "load=0.5", "otel.scope.name=chat.push",
                "process.command_args=[push,--fast]", "queue=fcm", "service.instance.id=w-7",
            ])
        #expect(series.unit == "{message}")
    }

    @Test func `a request that is cut off is refused, not guessed`() throws {
        let whole = try sample("otlp.pb")
        for count in 1..<whole.count where count % 7 == 0 {
            let collected = try decode(Array(whole[..<count]), as: .otlp)
            #expect(collected.refused["protobuf.malformed"] ?? 0 > 0, "\(count)")
        }
    }
}
