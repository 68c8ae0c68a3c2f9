import Foundation
import Synchronization
import TestSupport

/// A CloudWatch on loopback that has one metric: `Chat/Push SendFailures` of `Provider=FCM`, three points in the minutes
/// before noon of 2026-09-22, two of them on a second page.
final class FakeCloudWatch: Sendable {
    struct Call: Sendable {
        let operation: String
        let body: String
        let number: Int
        let date: String
    }

    let server: LoopbackServer
    private let numbers: Counter

    /// - Parameter fault: an answer in the place of the right one, where it gives one.
    init(date: String? = nil, fault: @escaping @Sendable (Call) -> LoopbackServer.Answer? = { _ in nil }) throws {
        let numbers = Counter()
        self.numbers = numbers
        server = try LoopbackServer { request in
            let operation = request.headers["x-amz-target"].flatMap { $0.split(separator: ".").last }.map(String.init) ?? ""
            let call = Call(
                operation: operation, body: String(decoding: request.body, as: UTF8.self), number: numbers.next(),
                date: request.headers["x-amz-date"] ?? "")
            if let answer = fault(call) { return answer }
            return FakeCloudWatch.json(FakeCloudWatch.answer(call), date)
        }
    }

    static func json(_ text: String, status: Int = 200, _ date: String? = nil) -> LoopbackServer.Answer {
        .reply(
            status, ["Content-Type: application/x-amz-json-1.0"] + (date.map { ["Date: \($0)"] } ?? []), body: Array(text.utf8))
    }

    private static func answer(_ call: Call) -> String {
        switch call.operation {
        case "ListMetrics" where call.body.contains("SendFailures"):
            #"{"Metrics":[{"Namespace":"Chat/Push","MetricName":"SendFailures","Dimensions":[{"Name":"Provider","Value":"FCM"}]}]}"#
        case "ListMetrics": #"{"Metrics":[]}"#
        case "GetMetricData" where call.body.contains(#""NextToken":"second""#):
            #"{"MetricDataResults":[{"Id":"m0","Label":"SendFailures","Timestamps":[1790078280,1790078220],"#
                + #""Values":[0.0,12.5],"StatusCode":"Complete"}],"Messages":[]}"#
        default:
            #"{"MetricDataResults":[{"Id":"m0","Label":"SendFailures","Timestamps":[1.79007834E9],"Values":[7.0],"#
                + #""StatusCode":"PartialData"}],"NextToken":"second","Messages":[]}"#
        }
    }

    var environment: [String: String] {
        [
            "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "sesame-open", "AWS_REGION": "eu-west-1",
            "AWS_ENDPOINT_URL_CLOUDWATCH": server.address,
        ]
    }
}

private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
