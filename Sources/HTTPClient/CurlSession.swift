import CCurl
import FleetCore

/// libcurl: a set of connections that are kept, and one exchange at a time over them. The multi interface, because it
/// lets us look up from waiting ten times a second.
struct CurlSession: ~Copyable {
    private let multi: UnsafeMutableRawPointer
    private let authorities: String?
    private let allowsPlainHTTP: Bool

    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(authorities: String?, allowsPlainHTTP: Bool) {
        guard CurlSession.isReady, let multi = curl_multi_init() else { preconditionFailure("libcurl failed: out of memory") }
        self.multi = multi
        self.authorities = authorities
        self.allowsPlainHTTP = allowsPlainHTTP
    }

    deinit { curl_multi_cleanup(multi) }

    func perform(_ request: HTTPRequest, _ limits: HTTPLimits, _ stop: StopRequest) throws(HTTPFailure) -> HTTPResponse {
        let address = request.address
        guard address.scheme == .https || address.isLoopback || allowsPlainHTTP else {
            throw HTTPFailure(.refused, "plain http is readable and changeable on its way", at: address.place, wasSent: false)
        }
        guard let easy = curl_easy_init() else { preconditionFailure("libcurl failed: out of memory") }
        let receiver = ResponseReceiver(bodyBytesMax: limits.bodyBytesMax)
        var headers: UnsafeMutablePointer<curl_slist>?
        defer {
            curl_easy_cleanup(easy)
            curl_slist_free_all(headers)
        }
        for (name, value) in request.headers.fields + [("Expect", ""), ("Accept", request.headers["Accept"] ?? "*/*")] {
            // A header without a value is written with a semicolon; "Expect:" alone takes libcurl's own away.
            headers = curl_slist_append(headers, value.isEmpty && name != "Expect" ? "\(name);" : "\(name): \(value)")
        }
        configure(easy, request, limits)
        curl_set_pointer(easy, CURLOPT_HTTPHEADER, headers)
        receiver.attach(to: easy)
        let result = request.body.withUnsafeBufferPointer { body in
            if request.method == .put || request.method == .post {
                // An empty body has no address, and no address would mean "read it from standard input".
                curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
                if let start = body.baseAddress {
                    curl_set_pointer(easy, CURLOPT_POSTFIELDS, start)
                } else {
                    curl_set_text(easy, CURLOPT_COPYPOSTFIELDS, "")
                }
            }
            return withExtendedLifetime(receiver) { run(easy, stop) }
        }
        guard result == CURLE_OK, !receiver.isOverLimit else {
            throw failure(result, easy, receiver, address.place, limits, stop)
        }
        var status = 0
        curl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
        return HTTPResponse(status: status, headers: receiver.headers, body: receiver.body)
    }

    private func configure(_ easy: UnsafeMutableRawPointer, _ request: HTTPRequest, _ limits: HTTPLimits) {
        curl_set_text(easy, CURLOPT_URL, request.address.text)
        curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        // The path is signed as it stands.
        curl_set_long(easy, CURLOPT_PATH_AS_IS, 1)
        curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // A name server that is silent holds up neither the time limit nor who stops: its thread is left to itself.
        curl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        curl_set_text(easy, CURLOPT_USERAGENT, "chatfleet")
        curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(limits.connectSeconds * 1000))
        curl_set_long(easy, CURLOPT_TIMEOUT_MS, Int(limits.totalSeconds * 1000))
        curl_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, limits.slowBytesPerSecond)
        curl_set_long(easy, CURLOPT_LOW_SPEED_TIME, limits.slowSeconds)
        curl_set_size(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(limits.bodyBytesMax))
        curl_set_long(easy, CURLOPT_SSL_VERIFYPEER, 1)
        curl_set_long(easy, CURLOPT_SSL_VERIFYHOST, 2)
        if let authorities { curl_set_text(easy, CURLOPT_CAINFO, authorities) }
        // A proxy is for what is outside this machine.
        if request.address.isLoopback { curl_set_text(easy, CURLOPT_PROXY, "") }
        switch request.method {
        case .get: curl_set_long(easy, CURLOPT_HTTPGET, 1)
        case .head: curl_set_long(easy, CURLOPT_NOBODY, 1)
        case .post: curl_set_long(easy, CURLOPT_POST, 1)
        case .put, .delete: curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
    }

    private func run(_ easy: UnsafeMutableRawPointer, _ stop: StopRequest) -> CURLcode {
        guard curl_multi_add_handle(multi, easy) == CURLM_OK else { return CURLE_FAILED_INIT }
        defer { curl_multi_remove_handle(multi, easy) }
        var running: Int32 = 1
        while running > 0 {
            if stop.isSet { return CURLE_ABORTED_BY_CALLBACK }
            guard curl_multi_perform(multi, &running) == CURLM_OK else { return CURLE_FAILED_INIT }
            if running > 0 { curl_multi_poll(multi, nil, 0, 100, nil) }
        }
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            if message.pointee.msg == CURLMSG_DONE { return message.pointee.data.result }
        }
        return CURLE_FAILED_INIT
    }

    private func failure(
        _ code: CURLcode, _ easy: UnsafeMutableRawPointer, _ receiver: ResponseReceiver, _ place: String, _ limits: HTTPLimits,
        _ stop: StopRequest
    ) -> HTTPFailure {
        // Microseconds until all that comes before the request was done; 0: it never was.
        var readyToSend: curl_off_t = 0
        curl_get_size(easy, CURLINFO_PRETRANSFER_TIME_T, &readyToSend)
        let wasSent = readyToSend > 0
        if code == CURLE_ABORTED_BY_CALLBACK, stop.isSet {
            return HTTPFailure(.interrupted, "interrupted", at: place, wasSent: wasSent)
        }
        if receiver.isOverLimit || code == CURLE_FILESIZE_EXCEEDED {
            return HTTPFailure(
                .tooLarge, "the answer is longer than \(limits.bodyBytesMax) bytes, and was not read further", at: place,
                wasSent: wasSent)
        }
        let words = String(cString: curl_easy_strerror(code))
        let (kind, what): (HTTPFailure.Kind, String) =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: (.unreachable, "the host has no address")
            case CURLE_COULDNT_CONNECT: (.unreachable, "nothing takes the connection")
            case CURLE_OPERATION_TIMEDOUT:
                (.timedOut, wasSent ? "the server took too long to answer" : "the connection took too long")
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
                (.untrusted, "the server's certificate can't be trusted")
            case CURLE_URL_MALFORMAT: (.refused, "this is no address to ask")
            // The scheme was looked at before: it is the answer that is of no version of HTTP that is spoken here.
            case CURLE_UNSUPPORTED_PROTOCOL: (.broken, "what answers there does not speak HTTP")
            default: (.broken, "the connection broke")
            }
        return HTTPFailure(kind, "\(what) (\(words))", at: place, wasSent: wasSent)
    }
}

/// Takes an answer as it comes, up to the limit.
final class ResponseReceiver {
    private let bodyBytesMax: Int
    private(set) var body: [UInt8] = []
    private(set) var headers: HTTPHeaders = [:]
    private(set) var isOverLimit = false

    init(bodyBytesMax: Int) { self.bodyBytesMax = bodyBytesMax }

    func attach(to easy: UnsafeMutableRawPointer) {
        let me = Unmanaged.passUnretained(self).toOpaque()
        curl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            receive(bytes, size * count, context) { $0.take(body: $1) }
        }
        curl_set_pointer(easy, CURLOPT_WRITEDATA, me)
        curl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            receive(bytes, size * count, context) { $0.take(header: $1) }
        }
        curl_set_pointer(easy, CURLOPT_HEADERDATA, me)
    }

    fileprivate func take(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= bodyBytesMax else {
            isOverLimit = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    fileprivate func take(header bytes: UnsafeRawBufferPointer) -> Bool {
        let line = String(decoding: bytes, as: UTF8.self)
        // A status line begins the headers that count: those of a 100 before it don't.
        if line.hasPrefix("HTTP/") {
            headers = [:]
        } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
            headers.add(String(line[..<colon]), trimmed(line[line.utf8.index(after: colon)...]))
        }
        return true
    }

    private func trimmed(_ text: Substring) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        let bytes = Array(text.utf8.drop(while: isBlank))
        let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}

/// Fewer bytes taken than came make libcurl give up.
private func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ take: (ResponseReceiver, UnsafeRawBufferPointer) -> Bool
) -> Int {
    guard let context else { return 0 }
    let receiver = Unmanaged<ResponseReceiver>.fromOpaque(context).takeUnretainedValue()
    return take(receiver, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
}
