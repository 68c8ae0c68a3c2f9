public import FleetCore
public import HTTPClient

/// Reads what was published the way clients do: through the address they ask.
public struct PublicReader: Sendable {
    private let base: WebAddress
    private let client: HTTPClient
    private let stop: StopRequest
    /// Is what clients can't read a reason not to publish? Not for a kill, where it is looked at afterwards.
    let isStrict: Bool
    /// `latest.json` may be this old in a cache, so that a kill is not held up by it.
    static let latestAgeMaxSeconds: Int64 = 60

    public init(base: WebAddress, client: HTTPClient, stop: StopRequest, isStrict: Bool = true) {
        self.base = base
        self.client = client
        self.stop = stop
        self.isStrict = isStrict
    }

    /// A document must be there, byte for byte, before `latest.json` names it. A new path may take a moment to appear.
    /// - Throws: `ToolError`, where strict.
    /// - Returns: what should be put right.
    func checkDocument(_ path: String, _ bytes: [UInt8]) throws -> [String] {
        do {
            return try readDocument(path, bytes)
        } catch let error as ToolError where !isStrict {
            return ["\(error.place ?? path): \(error.what)"]
        }
    }

    private func readDocument(_ path: String, _ bytes: [UInt8]) throws -> [String] {
        let address = base.appending(path)
        var pauses = Pauses(client.limits)
        while true {
            let response = try client.send(HTTPRequest(.get, address))
            if response.status == 200, response.body == bytes {
                let isLasting = directives(response).contains("immutable")
                return isLasting ? [] : ["\(address.place) is served without Cache-Control: immutable"]
            }
            guard isStrict, response.status == 404, pauses.wait(atLeast: nil, unless: stop) else {
                let what = response.status == 200 ? "other bytes than were published" : "status \(response.status)"
                throw ToolError(
                    .unavailable, "clients would get \(what)", at: address.place,
                    next: "latest.json was left as it is; see that --public-url is the address of the target, then publish again")
            }
        }
    }

    /// What clients get for `latest.json`. It may be the one before, for a while: nothing here fails a publish.
    func noteLatest(_ latest: LatestFile) -> [String] {
        let address = base.appending("latest.json")
        do {
            let response = try client.send(HTTPRequest(.get, address))
            var notes: [String] = []
            let age = directives(response).compactMap { $0.hasPrefix("max-age=") ? Int64($0.dropFirst(8)) : nil }.first
            if age.map({ $0 > PublicReader.latestAgeMaxSeconds }) ?? true {
                notes.append("\(address.place) is served without Cache-Control: max-age of at most 60: a kill waits for caches")
            }
            if response.body != latest.bytes { notes.append("\(address.place) does not show version \(latest.version) yet") }
            return notes
        } catch {
            return ["\(address.place) could not be read: \(error.what)"]
        }
    }

    private func directives(_ response: HTTPResponse) -> [String] {
        (response.headers["Cache-Control"] ?? "").lowercased().split { $0 == "," || $0 == " " }.map(String.init)
    }
}
