import Digests
public import FleetCore

/// AWS Signature Version 4: puts `X-Amz-Date`, `X-Amz-Security-Token` (with temporary credentials) and `Authorization`
/// into a request; the body is always part of what is signed.
///
/// Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
public struct AWSSigner: Sendable {
    public let credentials: AWSCredentials
    public let region: String
    /// `s3`, `monitoring`.
    public let service: String

    public init(credentials: AWSCredentials, region: String, service: String) {
        self.credentials = credentials
        self.region = region
        self.service = service
    }

    /// What proxies and libcurl may add or change on the way.
    private static let unsigned: Set = ["authorization", "expect", "transfer-encoding", "user-agent", "x-amzn-trace-id"]

    public func sign(_ request: HTTPRequest, at instant: Instant) -> HTTPRequest {
        var request = request
        let stamp = AWSSigner.stamp(instant)
        let payload = SHA256.digest(request.body).hex
        request.headers["X-Amz-Date"] = stamp
        request.headers["X-Amz-Security-Token"] = credentials.sessionToken
        if service == "s3" { request.headers["X-Amz-Content-SHA256"] = payload }
        let (canonical, signedHeaders) = canonicalRequest(request, payload: payload)
        let scope = "\(stamp.prefix(8))/\(region)/\(service)/aws4_request"
        let toSign = "AWS4-HMAC-SHA256\n\(stamp)\n\(scope)\n\(SHA256.digest(canonical.utf8).hex)"
        let signature = HMACSHA256(key: key(day: String(stamp.prefix(8)))).authenticate(toSign).hex
        request.headers["Authorization"] =
            "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(scope), SignedHeaders=\(signedHeaders), "
            + "Signature=\(signature)"
        return request
    }

    /// The request as both sides write it down, and the names of its headers.
    func canonicalRequest(_ request: HTTPRequest, payload: String) -> (text: String, signedHeaders: String) {
        var values: [String: [String]] = ["host": [request.address.authority]]
        for (name, value) in request.headers.fields where !AWSSigner.unsigned.contains(name.lowercased()) {
            let name = name.lowercased()
            if name == "host" { values[name] = [] }
            values[name, default: []].append(value.split { $0 == " " || $0 == "\t" }.joined(separator: " "))
        }
        let names = values.keys.sorted(by: utf8Less)
        let headers = names.map { "\($0):\(values[$0, default: []].joined(separator: ","))\n" }.joined()
        let signedHeaders = names.joined(separator: ";")
        let lines = [
            request.method.rawValue, canonicalPath(request.address.path), canonicalQuery(request.address.query), headers,
            signedHeaders, payload,
        ]
        return (lines.joined(separator: "\n"), signedHeaders)
    }

    /// S3 signs the path as it is sent. All others sign it without dot segments and double slashes, encoded once more.
    private func canonicalPath(_ path: String) -> String {
        if service == "s3" { return path }
        var segments: [Substring] = []
        for segment in path.split(separator: "/") where segment != "." {
            if segment != ".." { segments.append(segment) } else { _ = segments.popLast() }
        }
        let plain = "/" + segments.joined(separator: "/") + (path.hasSuffix("/") && !segments.isEmpty ? "/" : "")
        return percentEncoded(plain, keepingSlashes: true)
    }

    /// By name, then by value, each encoded anew.
    private func canonicalQuery(_ query: String) -> String {
        let items = query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (percentEncoded(percentDecoded(parts[0])), parts.count == 2 ? percentEncoded(percentDecoded(parts[1])) : "")
        }
        return items.sorted { one, other in
            one.0 == other.0
                ? utf8Less(one.1, other.1) : utf8Less(one.0, other.0)
        }.map { "\($0)=\($1)" }.joined(separator: "&")
    }

    private func key(day: String) -> [UInt8] {
        [day, region, service, "aws4_request"].reduce(Array("AWS4\(credentials.secretAccessKey)".utf8)) {
            HMACSHA256(key: $0).authenticate($1)
        }
    }

    /// `20150830T123600Z`.
    static func stamp(_ instant: Instant) -> String { instant.description.filter { $0 != "-" && $0 != ":" } }
}
