import CommandLine
import Compression
import Database
import FleetCore
import Foundation
import HTTPClient
import ServerMetrics
import Terminal

/// `chatfleet ingest metrics`.
enum IngestMetricsCommand {
    static let paths = ArgumentList(
        .file("PATH|URL"), help: "files, plain, gzip or zstd; addresses to scrape; - is standard input")
    static let source = Option(
        "source", .cases("SOURCE") as ValueType<MetricSourceKind>, help: "how they are written"
    ).defaulting(to: .auto, shown: "auto: told by the first bytes")
    static let namespace = Option("namespace", .text("NAME"), help: "what the file lacks or should be called")
    static let metric = Option("metric", .text("NAME"), help: "the metric's name, where it isn't the label of the file")
    static let dimension = Option(
        "dimension", dimensionType, help: "what the file lacks of dimensions; also as aws has it, Name=N,Value=V"
    ).repeatable()
    static let statistic = Option(
        "statistic", statisticType, help: "of get-metric-data", defaultText: "the metric's usual one, else Sum")
    static let period = Option(
        "period", .duration, help: "of what aws prints", defaultText: "what the points' distances have in common")
    static let unit = Option("unit", .text("UNIT"), help: "of get-metric-data, such as Count")
    static let at = Option(
        "at", .instant, help: "when points were measured that don't say so themselves",
        defaultText: "the time of the file's last change, else now")
    static let rejects = Option("rejects", .file(), help: "write the refused points here, with position and reason")
    static let retryFor = Option(
        "retry-for", .duration, help: "bear a store or a server that is away so long before giving up, such as 10m",
        defaultText: "8s")

    static let command = Command(
        CommandSpec(
            "ingest metrics", group: .data, purpose: "take server metrics into the store",
            discussion: """
                Reads what aws cloudwatch get-metric-statistics and get-metric-data print, records of a CloudWatch metric \
                stream (lines, or a Firehose delivery), Prometheus text exposition, and OTLP metrics in JSON or protobuf.
                Points may come late, twice, in any order: a point is known by series, instant, period and statistic, and \
                the value that comes last counts. Every batch is one transaction.
                """,
            arguments: [paths],
            options: [source, namespace, metric, dimension, statistic, period, unit, at, rejects, retryFor],
            examples: [
                Example("chatfleet ingest metrics http://127.0.0.1:9100/metrics", "scrapes a node exporter once"),
                Example(
                    "chatfleet ingest metrics failures.json --namespace Chat/Push --metric SendFailures --dimension Provider=FCM",
                    "takes in what aws cloudwatch get-metric-statistics printed for that metric"),
                Example(
                    "zcat stream-*.gz | chatfleet ingest metrics - --rejects refused.ndjson",
                    "takes in a metric stream and keeps what was refused"),
            ], exitCodes: [.badInput, .partial, .unavailable]),
        run: { invocation, context in
            let told = try told(invocation)
            var base = MetricContext(now: context.now)
            base.namespace = invocation[namespace]
            base.metric = invocation[metric]
            base.dimensions = invocation[dimension]
            base.statistic = invocation[statistic]
            base.periodSeconds = invocation[period].map { Int32(clamping: $0.seconds) }
            base.unit = invocation[unit]
            base.keepsRejects = invocation[rejects] != nil
            let retry = invocation[retryFor].map { RetryPolicy(seconds: Double($0.seconds)) } ?? RetryPolicy()
            // All are looked at before the first is taken in: a misspelt one is found then.
            let sources = try invocation[paths].map { try MetricSource($0, invocation[at], retrySeconds: retry.seconds, context) }
            let run = MetricIngestion(
                context: context, retry: retry, kind: invocation[source], base: base, inputNames: sources.map(\.name),
                told: told)
            return try run.run("ingest-metrics", rejectsTo: invocation[rejects]) { ingest, rejects in
                for source in sources where !context.stop.isSet {
                    var options = base
                    options.measuredAt = source.measuredAt
                    try ingest.ingest(try source.input(), as: invocation[IngestMetricsCommand.source], options) {
                        try rejects?.add($0)
                    }
                }
            }
        })

    /// The options that say what records lack; what no record of the source can lack is refused.
    private static func told(_ invocation: Invocation) throws(ToolError) -> [MetricDetail] {
        let options: [(MetricDetail, any DeclaresOption)] = [
            (.namespace, namespace), (.dimension, dimension), (.metric, metric), (.period, period), (.statistic, statistic),
            (.unit, unit), (.at, at),
        ]
        let told = options.filter { invocation.isGiven($0.1) }.map(\.0)
        let kind = invocation[source]
        if let idle = told.first(where: { !kind.takes($0) }) {
            throw ToolError(
                .usage, "--\(idle.rawValue) does nothing with --source \(kind.rawValue): its records say it themselves",
                at: "chatfleet ingest metrics", next: "leave --\(idle.rawValue) out")
        }
        return told
    }

    private static var dimensionType: ValueType<MetricDimension> {
        ValueType("N=V", expects: "a name and a value, such as Provider=FCM") { text in
            var name = Substring(text)
            if text.hasPrefix("Name="), let comma = text.range(of: ",Value=") {
                name = text[text.index(text.startIndex, offsetBy: 5)..<comma.lowerBound]
                return name.isEmpty ? nil : MetricDimension(String(name), String(text[comma.upperBound...]))
            }
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
            name = text[..<equals]
            return MetricDimension(String(name), String(text[text.index(after: equals)...]))
        }
    }

    private static var statisticType: ValueType<MetricStatistic> {
        ValueType("STATISTIC", expects: "a statistic's name, such as Sum or p99") { MetricStatistic($0) }
    }
}

/// One thing that the user named: a file, standard input, or an address.
private struct MetricSource {
    let name: String
    let measuredAt: Instant
    private let file: IngestSource?
    private let address: WebAddress?
    private let retrySeconds: Double
    private let context: CommandContext

    init(_ text: String, _ at: Instant?, retrySeconds: Double, _ context: CommandContext) throws {
        self.context = context
        self.retrySeconds = retrySeconds
        guard text.hasPrefix("http://") || text.hasPrefix("https://") else {
            let file = try IngestSource(text, context)
            let changed = try? FileManager.default.attributesOfItem(atPath: text)[.modificationDate] as? Date
            name = text
            measuredAt = at ?? changed.map { Instant(epochSeconds: Int64($0.timeIntervalSince1970)) } ?? context.now
            self.file = file
            address = nil
            return
        }
        guard let address = WebAddress(text) else {
            throw ToolError(
                .usage, "this is no address to ask: no user or password may be in it", at: "PATH|URL",
                next: "write it as https://host/metrics")
        }
        name = address.place
        measuredAt = at ?? context.now
        self.address = address
        file = nil
    }

    /// Of an address the whole answer: one that is cut off gives nothing.
    func input() throws -> MetricInput {
        if let file { return MetricInput(file) }
        guard let address else { preconditionFailure("a source is a file or an address") }
        var limits = HTTPLimits()
        limits.retrySeconds = retrySeconds
        limits.bodyBytesMax = MetricReader.documentBytesMax
        let client = HTTPClient(limits: limits, environment: context.environment, stop: context.stop)
        let response = try client.send(
            HTTPRequest(.get, address, headers: ["Accept": "text/plain;version=0.0.4,*/*;q=0.1"]))
        guard response.isSuccess else {
            throw ToolError(
                .unavailable, "the server answered with status \(response.status)", at: address.place,
                next: "see that the address is that of the metrics")
        }
        return MetricInput(name: address.place, bytes: response.body)
    }
}
