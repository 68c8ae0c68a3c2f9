package import FleetCore
package import HTTPClient
import StrictJSON

/// Asks CloudWatch over its JSON protocol; every call only reads, and so may be repeated.
///
/// Source: https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_GetMetricData.html
package final class CloudWatchClient {
    private let client: HTTPClient
    private let signer: AWSSigner
    private let address: WebAddress
    private let stop: StopRequest
    private let now: @Sendable () -> Instant
    /// Seconds that the service's clock is ahead of ours, by its last answer.
    private var clockLead: Int64 = 0

    private static let throttles: Set = [
        "Throttling", "ThrottlingException", "ThrottledException", "RequestLimitExceeded", "RequestThrottled",
        "RequestThrottledException", "TooManyRequestsException", "SlowDown", "LimitExceeded",
    ]
    /// A signature of another time than the service's is one of these.
    private static let clockErrors: Set = [
        "RequestExpired", "RequestTimeTooSkewed", "SignatureDoesNotMatch", "InvalidSignatureException", "AuthFailure",
        "InvalidSignature",
    ]
    /// A signature is good for five minutes; less than one is no reason.
    private static let leadThatMatters: Int64 = 60

    package init(
        settings: AWSSettings, client: HTTPClient, stop: StopRequest, now: @escaping @Sendable () -> Instant
    ) throws(ToolError) {
        guard let region = settings.region ?? (settings.endpoint == nil ? nil : "us-east-1") else {
            throw ToolError(.badInput, "no AWS region is set", next: "set AWS_REGION to the region of the metrics")
        }
        let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        address = settings.endpoint ?? WebAddress(scheme: .https, host: "monitoring.\(region).\(domain)")
        signer = AWSSigner(credentials: settings.credentials, region: region, service: "monitoring")
        self.client = client
        self.stop = stop
        self.now = now
    }

    /// Where the metrics come from, for people.
    package var place: String { "cloudwatch \(signer.region)" }
    /// The time by the service's clock.
    var serviceTime: Instant { now().advanced(bySeconds: clockLead) }

    /// The whole answer to a call. Throws ``ToolError``, once trying again does not help any more.
    func call(_ operation: String, _ body: [UInt8]) throws(ToolError) -> JSONView {
        var request = HTTPRequest(.post, address, body: body)
        request.headers["Content-Type"] = "application/x-amz-json-1.0"
        request.headers["X-Amz-Target"] = "GraniteServiceVersion20100801.\(operation)"
        request.isRepeatable = true
        var pauses = Pauses(client.limits)
        var hasCorrectedClock = false
        while true {
            let problem: ToolError
            var pause: Double?
            switch attempt(request) {
            case .failure(let failure):
                guard failure.isTransient else { throw failure.toolError }
                problem = failure.toolError
            case .success(let response):
                let oldLead = clockLead
                takeClock(response)
                if response.status == 200 {
                    if let answer = try? JSONView(response.body), answer.kind == .object { return answer }
                    problem = ToolError(
                        .unavailable, "CloudWatch's answer is cut off or no JSON", at: address.place, next: "try again")
                } else {
                    let code = errorCode(response)
                    let isThrottled = code.map(CloudWatchClient.throttles.contains) ?? (response.status == 429)
                    if !hasCorrectedClock, CloudWatchClient.clockErrors.contains(code ?? ""),
                        abs(clockLead - oldLead) >= CloudWatchClient.leadThatMatters
                    {
                        hasCorrectedClock = true
                        continue
                    }
                    problem = refusal(response.status, code, isThrottled: isThrottled)
                    guard isThrottled || response.status >= 500 else { throw problem }
                    pause = response.headers["Retry-After"].flatMap { UInt32($0) }.map { Double($0) }
                }
            }
            guard pauses.wait(atLeast: pause, unless: stop) else {
                if stop.isSet { throw ToolError(.interrupted, "interrupted", at: address.place) }
                throw problem
            }
        }
    }

    private func attempt(_ request: HTTPRequest) -> Result<HTTPResponse, HTTPFailure> {
        Result { () throws(HTTPFailure) in try client.attempt(signer.sign(request, at: serviceTime)) }
    }

    private func takeClock(_ response: HTTPResponse) {
        guard let date = response.headers["Date"].flatMap(httpDate) else { return }
        clockLead = date.epochSeconds - now().epochSeconds
    }

    /// `{"__type":"com.amazon…#ThrottlingException"}`, or the XML of older services.
    private func errorCode(_ response: HTTPResponse) -> String? {
        let type =
            (try? JSONView(response.body))?["__type", "code", "Code"]?.string
            ?? response.headers["x-amzn-ErrorType"].map { String($0.prefix { $0 != ":" }) }
            ?? String(decoding: response.body.prefix(4096), as: UTF8.self).firstMatch(of: /<Code>(\w+)<\/Code>/).map {
                String($0.1)
            }
        // Letters only: the answer is the server's, and may be anything.
        let code = type?.split(separator: "#").last.map { String($0.filter { $0.isASCII && $0.isLetter }.prefix(60)) }
        return code.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func refusal(_ status: Int, _ code: String?, isThrottled: Bool) -> ToolError {
        let words = [String(status), code].compactMap { $0 }.joined(separator: " ")
        if isThrottled {
            return ToolError(
                .unavailable, "CloudWatch throttles the calls: \(words)", at: address.place,
                next: "try again later, or ask for less with --signal")
        }
        let next =
            switch status {
            case 401, 403: "see that the credentials are right, in date, and may call cloudwatch:ListMetrics and GetMetricData"
            case 500...599: "try again; nothing was taken in"
            default: "see that region and credentials are right"
            }
        return ToolError(.unavailable, "CloudWatch refused: \(words)", at: address.place, next: next)
    }
}
