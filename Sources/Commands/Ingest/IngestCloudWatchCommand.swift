import CommandLine
import Database
import FleetCore
import HTTPClient
import ServerMetrics

/// `chatfleet ingest cloudwatch`.
enum IngestCloudWatchCommand {
    static let signal = Option(
        "signal", .choice("SIGNAL", KnownMetric.signals), help: "only the metrics that this signal is made of",
        defaultText: "all"
    ).repeatable()
    static let since = Option("since", .duration, help: "how far back to read, at most 15d")
        .defaulting(to: TimeLength(seconds: 3600), shown: "1h")
    static let retryFor = Option(
        "retry-for", .duration, help: "bear a store or a service that is away or throttles so long before giving up",
        defaultText: "20s")

    static let command = Command(
        CommandSpec(
            "ingest cloudwatch", group: .data, purpose: "fetch the servers' metrics from CloudWatch",
            discussion: """
                Reads the metrics that signals are made of, under their default names, over the whole time given: what was \
                read before is read again, since CloudWatch completes its points for minutes after. All of it is taken in, or \
                nothing. Credentials and region come from AWS_ variables and the files in ~/.aws, as for aws; they need \
                cloudwatch:ListMetrics and cloudwatch:GetMetricData.
                """,
            options: [signal, since, retryFor],
            examples: [
                Example("chatfleet ingest cloudwatch", "the last hour of all metrics, for a timer that runs every few minutes"),
                Example("chatfleet ingest cloudwatch --signal push --since 6h", "six hours of what the push workers say"),
            ], exitCodes: [.badInput, .unknown, .partial, .unavailable]),
        run: { invocation, context in
            let length = invocation[since]
            guard length.seconds <= CloudWatchPull.sinceSecondsMax else {
                throw ToolError(
                    .usage, "--since \(length) is further back than CloudWatch keeps points of a minute", at: "--since",
                    next: "ask for at most 15d")
            }
            let settings = try AWSSettings.read(context.environment, service: "CLOUDWATCH")
            var limits = HTTPLimits()
            limits.bodyBytesMax = MetricReader.documentBytesMax
            if let time = invocation[retryFor] { limits.retrySeconds = Double(time.seconds) }
            let client = try CloudWatchClient(
                settings: settings,
                client: HTTPClient(limits: limits, environment: context.environment, stop: context.stop), stop: context.stop,
                now: context.surroundings.now)
            let base = MetricContext(now: context.now)
            let run = MetricIngestion(
                context: context, retry: RetryPolicy(seconds: limits.retrySeconds), kind: .cloudwatch, base: base,
                inputNames: [])
            var isEmpty = false
            let code = try run.run("ingest-cloudwatch", rejectsTo: nil) { ingest, _ in
                let pull = CloudWatchPull(client: client, signals: invocation[signal], sinceSeconds: length.seconds)
                var batch = try pull.fetch(base)
                isEmpty = batch.collected.read == 0
                try ingest.write(&batch)
            }
            guard isEmpty else { return code }
            context.warn("CloudWatch has no points of these metrics: see that region and account are the right ones")
            return .unknown
        })
}
