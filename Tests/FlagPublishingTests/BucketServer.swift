import Foundation
import HTTPClient
import Synchronization
import TestSupport

@testable import FlagPublishing

/// A bucket for tests: what S3 does with conditional writes, in memory, and the accidents that happen on the way.
/// .ci/peers runs the same tests against moto, which shares no code with this.
final class BucketServer: Sendable {
    enum Accident {
        /// The write is done, and its answer never comes.
        case answerLost
        /// The write is not done.
        case status(Int)
        /// The condition is ignored, as some servers do.
        case conditionIgnored
    }

    struct Object {
        let bytes: [UInt8]
        let etag: String
        let headers: [String: String]
    }

    private struct State {
        var objects: [String: Object] = [:]
        var writes = 0
    }

    /// Shared with the server's threads.
    private final class Kept: Sendable {
        let state = Mutex(State())
    }

    private let kept = Kept()
    private let server: LoopbackServer

    /// - Parameters:
    ///   - accident: what befalls the n-th write, from 1.
    ///   - headStatus: what every HEAD is answered with; nil: what there is.
    init(headStatus: Int? = nil, accident: @escaping @Sendable (_ write: Int) -> Accident? = { _ in nil }) throws {
        server = try LoopbackServer { [kept] request in
            if let headStatus, request.line.hasPrefix("HEAD ") { return .reply(headStatus) }
            return kept.state.withLock { BucketServer.answer(request, &$0, accident) }
        }
    }

    var environment: [String: String] {
        [
            "AWS_ACCESS_KEY_ID": "AKIATEST", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1",
            "AWS_ENDPOINT_URL": server.address,
        ]
    }

    func object(_ key: String) -> Object? { kept.state.withLock { $0.objects["/bucket/" + key] } }
    var requests: [LoopbackServer.Request] { server.requests }

    private static func answer(
        _ request: LoopbackServer.Request, _ state: inout State, _ accident: (Int) -> Accident?
    ) -> LoopbackServer.Answer {
        let words = request.line.split(separator: " ").map(String.init)
        let path = words[1].split(separator: "?").map(String.init)
        let object = state.objects[path[0]]
        guard request.headers["authorization"]?.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIA") == true else {
            return .reply(403, body: Array("<Error><Code>AccessDenied</Code></Error>".utf8))
        }
        if path.count > 1, path[1].contains("list-type=2") { return list(path[1], state) }
        guard words[0] == "PUT" else {
            guard let object else { return .reply(404, body: Array("<Error><Code>NoSuchKey</Code></Error>".utf8)) }
            let headers = ["ETag: \(object.etag)"] + object.headers.map { "\($0.key): \($0.value)" }
            return .reply(200, headers, body: words[0] == "HEAD" ? [] : object.bytes)
        }
        state.writes += 1
        let accident = accident(state.writes)
        if case .status(let status) = accident { return .reply(status, body: Array("<Error><Code>SlowDown</Code></Error>".utf8)) }
        var holds = request.headers["if-none-match"] == nil || object == nil
        if let tag = request.headers["if-match"] { holds = object?.etag == tag }
        if case .conditionIgnored = accident { holds = true }
        guard holds else { return .reply(412, body: Array("<Error><Code>PreconditionFailed</Code></Error>".utf8)) }
        let etag = "\"\(FlagDocumentFile(platform: "", bytes: request.body).sha256.prefix(32))\""
        let kept = request.headers.filter { $0.key.hasPrefix("x-amz-meta-") || $0.key == "cache-control" }
        state.objects[path[0]] = Object(bytes: request.body, etag: etag, headers: kept)
        if case .answerLost = accident { return .bytes([]) }
        return .reply(200, ["ETag: \(etag)"])
    }

    /// Two folders a page, so that there are pages.
    private static func list(_ query: String, _ state: State) -> LoopbackServer.Answer {
        let items = query.split(separator: "&").map {
            $0.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        }
        let values = Dictionary(items.map { ($0[0], $0[1].removingPercentEncoding ?? "") }) { $1 }
        let prefix = "/bucket/" + (values["prefix"] ?? "")
        let folders = Set(
            state.objects.keys.filter { $0.hasPrefix(prefix) && $0.dropFirst(prefix.count).contains("/") }
                .map { prefix.dropFirst("/bucket/".count) + $0.dropFirst(prefix.count).prefix { $0 != "/" } + "/" })
        let rest = folders.sorted().filter { $0 > (values["continuation-token"] ?? "") }
        var text = "<ListBucketResult><Prefix>\(values["prefix"] ?? "")</Prefix>"
        for folder in rest.prefix(2) { text += "<CommonPrefixes><Prefix>\(folder)</Prefix></CommonPrefixes>" }
        if rest.count > 2 { text += "<NextContinuationToken>\(rest[1])</NextContinuationToken>" }
        return .reply(200, body: Array((text + "</ListBucketResult>").utf8))
    }
}
