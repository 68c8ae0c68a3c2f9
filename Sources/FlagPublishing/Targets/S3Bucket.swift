import Digests
import FleetCore
import HTTPClient

/// The four requests that publishing makes of a bucket.
final class S3Bucket {
    enum Condition {
        /// There is no object of that key.
        case absent
        /// The object has this ETag.
        case tagged(String)
    }

    struct Object {
        let bytes: [UInt8]
        let etag: String
    }

    private let name: String
    private let base: WebAddress
    private let signer: AWSSigner
    private let client: HTTPClient
    private let stop: StopRequest
    private let now: @Sendable () -> Instant
    /// Seconds that the server's clock is ahead of ours, once it complained.
    private var clockLead: Int64 = 0
    /// Marks a write, so that after a lost answer one sees whose write it was.
    private static let writerField = "x-amz-meta-chatfleet-writer"

    init(bucket: String, settings: AWSSettings, client: HTTPClient, stop: StopRequest, now: @escaping @Sendable () -> Instant)
        throws(ToolError)
    {
        guard let region = settings.region ?? (settings.endpoint == nil ? nil : "us-east-1") else {
            throw ToolError(.badInput, "no AWS region is set", at: "s3://\(bucket)", next: "set AWS_REGION to the bucket's")
        }
        name = bucket
        signer = AWSSigner(credentials: settings.credentials, region: region, service: "s3")
        self.client = client
        self.stop = stop
        self.now = now
        let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        if let endpoint = settings.endpoint {
            base = endpoint.appending(bucket)
        } else if bucket.contains(".") {
            // A certificate for *.s3… has no dots in the star.
            base = WebAddress(scheme: .https, host: "s3.\(region).\(domain)", path: "/\(bucket)")
        } else {
            base = WebAddress(scheme: .https, host: "\(bucket).s3.\(region).\(domain)")
        }
    }

    func get(_ key: String) throws(ToolError) -> Object? {
        let response = try send(HTTPRequest(.get, base.appending(key)))
        switch response.status {
        case 200: return Object(bytes: response.body, etag: response.headers["ETag"] ?? "")
        case 404 where errorCode(response) != "NoSuchBucket": return nil
        default: throw refusal(response, key)
        }
    }

    /// The names of the folders directly below a prefix.
    func folders(in prefix: String) throws(ToolError) -> [String] {
        var names: [String] = []
        var token: String?
        repeat {
            var query = [(name: "list-type", value: "2"), (name: "delimiter", value: "/"), (name: "prefix", value: prefix)]
            if let token { query.append((name: "continuation-token", value: token)) }
            let response = try send(HTTPRequest(.get, base.with(query: query)))
            guard response.status == 200 else { throw refusal(response, prefix) }
            let text = String(decoding: response.body, as: UTF8.self)
            for folder in S3Bucket.elements("CommonPrefixes", in: text) {
                let path = S3Bucket.elements("Prefix", in: folder).first ?? ""
                names.append(path.split(separator: "/").last.map(String.init) ?? "")
            }
            token = S3Bucket.elements("NextContinuationToken", in: text).first
        } while token != nil
        return names
    }

    /// Writes an object where the condition holds; false where it doesn't. An answer that was lost is settled by looking.
    func put(_ key: String, _ bytes: [UInt8], _ condition: Condition, caching: String) throws(ToolError) -> SwapOutcome {
        var request = HTTPRequest(.put, base.appending(key), body: bytes)
        let writer = secureRandomBytes(12).hex
        request.headers["Content-Type"] = "application/json"
        request.headers["Cache-Control"] = caching
        request.headers[S3Bucket.writerField] = writer
        switch condition {
        case .absent: request.headers["If-None-Match"] = "*"
        case .tagged(let tag): request.headers["If-Match"] = tag
        }
        var pauses = Pauses(client.limits)
        var mayBeDone = false
        while true {
            let failure: ToolError
            switch attempt(request) {
            case .success(let response):
                switch response.status {
                case 200: return .done
                case 412, 404:
                    if mayBeDone { return try isWritten(key, by: writer) ? .done : .unclear }
                    return try checkOutdone(response, key)
                case 403 where correctsClock(response): continue
                // 409: another conditional write of this key is under way.
                case 409, 429, 500...599:
                    mayBeDone = mayBeDone || response.status >= 500
                    failure = refusal(response, key)
                default: throw refusal(response, key)
                }
            case .failure(let lost):
                guard lost.isTransient else { throw lost.toolError }
                mayBeDone = mayBeDone || lost.wasSent
                failure = lost.toolError
            }
            guard pauses.wait(atLeast: nil, unless: stop) else {
                if mayBeDone, try isWritten(key, by: writer) { return .done }
                throw failure
            }
        }
    }

    private func attempt(_ request: HTTPRequest) -> Result<HTTPResponse, HTTPFailure> {
        Result { () throws(HTTPFailure) in try client.attempt(signer.sign(request, at: signingTime)) }
    }

    private func checkOutdone(_ response: HTTPResponse, _ key: String) throws(ToolError) -> SwapOutcome {
        guard errorCode(response) != "NoSuchBucket" else { throw refusal(response, key) }
        return .outdone
    }

    private func isWritten(_ key: String, by writer: String) throws(ToolError) -> Bool {
        let response = try send(HTTPRequest(.head, base.appending(key)))
        switch response.status {
        case 200: return response.headers[S3Bucket.writerField] == writer
        case 404: return false
        // Not known: to say that it was not ours would be a guess.
        default: throw refusal(response, key)
        }
    }

    private var signingTime: Instant { Instant(epochSeconds: now().epochSeconds + clockLead) }

    private func send(_ request: HTTPRequest) throws(ToolError) -> HTTPResponse {
        let response = try client.send(request) { self.signer.sign($0, at: self.signingTime) }
        guard response.status == 403, correctsClock(response) else { return response }
        return try client.send(request) { self.signer.sign($0, at: self.signingTime) }
    }

    /// Takes the server's clock for ours, once.
    private func correctsClock(_ response: HTTPResponse) -> Bool {
        guard clockLead == 0, errorCode(response) == "RequestTimeTooSkewed",
            let date = response.headers["Date"].flatMap(httpDate)
        else { return false }
        clockLead = date.epochSeconds - now().epochSeconds
        return clockLead != 0
    }

    private func errorCode(_ response: HTTPResponse) -> String? {
        S3Bucket.elements("Code", in: String(decoding: response.body.prefix(4096), as: UTF8.self)).first
    }

    private func refusal(_ response: HTTPResponse, _ key: String) -> ToolError {
        // Letters only: the answer is the server's, and may be anything.
        let code = errorCode(response).map { $0.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(60) } ?? ""
        let region = response.headers["x-amz-bucket-region"].map { "set AWS_REGION=\($0): the bucket is there" }
        let next: String =
            switch response.status {
            case 301, 307,
                400 where region != nil:
                region ?? ""
            case 403: "see that the credentials are right and may read, list and write there"
            case 404: "make the bucket, or name another one"
            default: "try again; if it stays, look at the bucket's own messages"
            }
        let words = code.isEmpty ? "status \(response.status)" : "\(response.status) \(code)"
        return ToolError(.unavailable, "the bucket refused: \(words)", at: "s3://\(name)/\(key)", next: next)
    }

    /// The contents of every such element. The answers hold no attributes, comments or CDATA.
    static func elements(_ tag: String, in text: String) -> [String] {
        text.components(separatedBy: "<\(tag)>").dropFirst().compactMap { part in
            part.components(separatedBy: "</\(tag)>").first.map {
                $0.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
                    .replacing("&amp;", with: "&")
            }
        }
    }
}

extension String {
    /// Without Foundation.
    fileprivate func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
