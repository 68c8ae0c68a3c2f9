public import FleetCore
import Glibc
import Synchronization

/// Asks servers over HTTP, one exchange after the other, with limits on time and memory. Redirects are answers, not
/// followed: a signed request would be signed for the wrong place.
///
/// ```swift
/// let client = HTTPClient(environment: environment, stop: stop)
/// let response = try client.send(HTTPRequest(.get, address))
/// ```
/// TLS certificates are always checked. Plain http is refused but for this machine itself.
public final class HTTPClient: Sendable {
    public let limits: HTTPLimits
    private let stop: StopRequest
    private let session: Mutex<CurlSession>

    /// - Parameter environment: `SSL_CERT_FILE`, else `AWS_CA_BUNDLE`, names a file of authorities instead of the system's.
    public init(
        limits: HTTPLimits = HTTPLimits(), environment: [String: String] = [:], stop: StopRequest, allowsPlainHTTP: Bool = false
    ) {
        self.limits = limits
        self.stop = stop
        let authorities = ["SSL_CERT_FILE", "AWS_CA_BUNDLE"].compactMap { environment[$0] }.first { !$0.isEmpty }
        session = Mutex(CurlSession(authorities: authorities, allowsPlainHTTP: allowsPlainHTTP))
    }

    /// One try. Throws ``HTTPFailure``.
    public func attempt(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse { try attempt(request, limits) }

    private func attempt(_ request: HTTPRequest, _ limits: HTTPLimits) throws(HTTPFailure) -> HTTPResponse {
        try session.withLock { session throws(HTTPFailure) in try session.perform(request, limits, stop) }
    }

    /// As often as is right: again after a connection that never stood, and, for what only reads, after any failure that
    /// may pass, 429 and 5xx (`Retry-After` is kept to). The last answer counts.
    ///
    /// - Parameter sign: called before each try, since a signature carries the time.
    public func send(_ request: HTTPRequest, sign: (HTTPRequest) -> HTTPRequest = { $0 }) throws(ToolError) -> HTTPResponse {
        var pauses = Pauses(limits)
        while true {
            do throws(HTTPFailure) {
                let response = try attempt(sign(request), pauses.limitsNow)
                guard request.isRepeatable, isPassing(response.status),
                    pauses.wait(atLeast: retryAfter(response), unless: stop)
                else { return response }
            } catch {
                guard error.isTransient, request.isRepeatable || !error.wasSent, pauses.wait(atLeast: nil, unless: stop) else {
                    throw error.toolError
                }
            }
        }
    }

    /// Does the status say "later"?
    private func isPassing(_ status: Int) -> Bool {
        status == 429 || status == 408 || (500...599).contains(status) && status != 501
    }

    private func retryAfter(_ response: HTTPResponse) -> Double? {
        guard let text = response.headers["Retry-After"] else { return nil }
        if let seconds = UInt32(text) { return Double(seconds) }
        guard let end = httpDate(text), let now = response.headers["Date"].flatMap(httpDate) else { return nil }
        return Double(max(0, end.epochSeconds - now.epochSeconds))
    }
}

/// The waits between tries: twice as long each time, spread, until the time for them is used up.
public struct Pauses: Sendable {
    private let limits: HTTPLimits
    private var next: Double
    private var end: ContinuousClock.Instant?
    /// Of all tries.
    private let deadline: ContinuousClock.Instant?

    public init(_ limits: HTTPLimits) {
        self.limits = limits
        deadline = limits.allTriesSeconds.map { .now + .seconds($0) }
        next = limits.firstPauseSeconds
    }

    /// What the next try may take of the time that is left.
    var limitsNow: HTTPLimits {
        var now = limits
        guard let deadline else { return now }
        // A limit of 0 would be none.
        now.totalSeconds = max(0.01, min(limits.totalSeconds, (deadline - .now) / .seconds(1)))
        return now
    }

    /// Waits, unless there is no time left for it or the user stops: then false.
    public mutating func wait(atLeast seconds: Double?, unless stop: StopRequest) -> Bool {
        let giveUp = end ?? .now + .seconds(limits.retrySeconds)
        end = giveUp
        let pause = max(seconds ?? 0, min(next, limits.longestPauseSeconds) * Double.random(in: 0.5...1.5))
        next *= 2
        let wake = ContinuousClock.now + .seconds(pause)
        guard wake <= giveUp, deadline.map({ wake < $0 }) ?? true else { return false }
        while !stop.isSet, ContinuousClock.now < wake { usleep(20_000) }
        return !stop.isSet
    }
}
