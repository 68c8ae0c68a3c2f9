import FleetCore
import ServerMetrics
import Testing

@Suite struct PrometheusTests {
    static let exposition = #"""
        # HELP http_requests_total The total number of HTTP requests.
        # TYPE http_requests_total counter
        http_requests_total{method="post",code="200"} 1027 1790632700000
        http_requests_total{code="400",method="post",}    3 1790632700000

        # Escaping in label values:
        msdos_file_access_time_seconds{path="C:\\DIR\\FILE.TXT",error="Cannot find file:\n\"FILE.TXT\""} 1.458255915e9
        # TYPE queue gauge
        queue -Inf
        queue{shard="1"} +3.5E1
        # TYPE took histogram
        took_bucket{le="0.05"} 24054
        took_bucket{le="+Inf"} 144320
        took_sum 53423
        took_count 144320
        # TYPE rpc summary
        rpc{quantile="0.01"} NaN
        rpc{quantile="0.5"} 4773
        rpc_sum 1.7560473e+07
        rpc_count 2693
        {"my.dotted.metric", "label.name"="ü"} 1
        """#

    @Test func `every kind of line is read as its type has it`() throws {
        let collected = try decode(PrometheusTests.exposition)
        #expect(
            collected.texts == [
                #"Prometheus http_requests_total {"code":"200","method":"post"} - @-100+0 Total=1027.0"#,
                #"Prometheus http_requests_total {"code":"400","method":"post"} - @-100+0 Total=3.0"#,
                #"Prometheus msdos_file_access_time_seconds {"error":"Cannot find file:\n\"FILE.TXT\"","path":"C:\\DIR\\FILE.TXT"}"#
                    + " - @0+0 Value=1458255915.0",
                #"Prometheus queue {"shard":"1"} - @0+0 Value=35.0"#,
                #"Prometheus took_bucket {"le":"0.05"} - @0+0 Total=24054.0"#,
                #"Prometheus took_bucket {"le":"+Inf"} - @0+0 Total=144320.0"#,
                "Prometheus took_sum {} - @0+0 Total=53423.0", "Prometheus took_count {} - @0+0 Total=144320.0",
                #"Prometheus rpc {"quantile":"0.5"} - @0+0 Value=4773.0"#,
                "Prometheus rpc_sum {} - @0+0 Total=17560473.0", "Prometheus rpc_count {} - @0+0 Total=2693.0",
                #"Prometheus my.dotted.metric {"label.name":"ü"} - @0+0 Value=1.0"#,
            ])
        #expect(collected.leftOut == ["value.infinite": 1, "value.nan": 1])
        #expect(collected.refused == [:])
        #expect(collected.read == 14)
    }

    @Test func `OpenMetrics' own ways are read, too`() throws {
        let collected = try decode(
            """
            # TYPE sends counter
            # UNIT sends messages
            sends_total{a="b"} 17 1790632700.5 # {trace_id="x"} 0.5
            sends_created 1790632600
            # EOF
            """)
        #expect(
            collected.texts == [
                #"Prometheus sends_total {"a":"b"} messages @-100+0 Total=17.0"#,
                "Prometheus sends_created {} - @0+0 Value=1790632600.0",
            ])
    }

    @Test(arguments: [
        ("a{b=\"c\" 1", "line.syntax"), ("a{b=c} 1", "line.syntax"), ("a{b=\"c} 1", "line.syntax"),
        ("{a=\"b\"} 1", "series.name"),
        ("a", "value.unreadable"), ("a one", "value.unreadable"), ("a 1 then", "instant.unreadable"), ("a 1 2 3", "instant.old"),
        ("a 1 1790632700000 3", "line.trailing"), ("a{b=\"1\",b=\"2\"} 1", "dimension.twice"), ("9a 1", "series.name"),
        ("# TYPE a counter\na -1", "counter.negative"), ("a{b=\"1\"c=\"2\"} 1", "line.syntax"),
    ])
    func `a line that is wrong is refused and the rest goes on`(line: String, reason: String) throws {
        let collected = try decode("x 1\n\(line)\ny 2\n", as: .prometheus) { $0.keepsRejects = true }
        #expect(collected.samples.count == 2)
        let found = collected.refused.keys.first ?? ""
        #expect(found == reason || (reason == "instant.old" && found == "line.trailing"))
        #expect(collected.rejects.count == 1)
    }

    @Test func `a line that is too long is refused and the rest goes on, in bounded memory`() throws {
        let long = "a{b=\"" + String(repeating: "x", count: 3 << 20) + "\"} 1"
        let collected = try decode("x 1\n\(long)\ny 2\n\(long)", as: .prometheus)
        #expect(collected.samples.map(\.series.name) == ["x", "y"])
        #expect(collected.refused == ["line.too_long": 2])
    }

    @Test func `what is told apart by its first bytes`() {
        func format(_ text: String, _ kind: MetricSourceKind = .auto) -> MetricFormat { kind.format(head: Array(text.utf8)[...]) }
        #expect(format("# HELP a b\n") == .text)
        #expect(format("\n\na 1\n") == .text)
        #expect(format(" {\"a\"") == .json)
        #expect(format("\n\u{7B}\u{12}\u{01}") == .protobuf)
        #expect(format("{}", .otlp) == .json)
        #expect(format("{\"my.metric\"} 1", .prometheus) == .text)
    }
}
