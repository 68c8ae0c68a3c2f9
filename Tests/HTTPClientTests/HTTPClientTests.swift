import FleetCore
import Foundation
import HTTPClient
import Synchronization
import TestSupport
import Testing

@Suite struct HTTPClientTests {
    private static let quick: HTTPLimits = {
        var limits = HTTPLimits()
        limits.connectSeconds = 2
        limits.totalSeconds = 3
        limits.retrySeconds = 3
        limits.firstPauseSeconds = 0.01
        limits.bodyBytesMax = 1 << 20
        return limits
    }()

    private func client(_ limits: HTTPLimits = quick, stop: StopRequest = StopRequest()) -> HTTPClient {
        HTTPClient(limits: limits, stop: stop)
    }

    /// What a GET of the address is refused with.
    private func refusal(_ client: HTTPClient, _ address: WebAddress) -> ToolError? {
        do throws(ToolError) {
            _ = try client.send(HTTPRequest(.get, address))
            return nil
        } catch { return error }
    }

    private func address(_ text: String) throws -> WebAddress { try #require(WebAddress(text)) }

    @Test func `a request arrives as it was made, and the answer as it was given`() throws {
        let server = try LoopbackServer { _ in .reply(201, ["X-One: 1", "x-two:  b  "], body: [1, 2, 3]) }
        var request = HTTPRequest(.put, try address(server.address).appending("a b/ü"), body: [0, 255, 10])
        request.headers["X-Thing"] = "yes"
        let response = try client().send(request)
        #expect(response.status == 201)
        #expect(response.body == [1, 2, 3])
        #expect(response.headers["x-ONE"] == "1")
        #expect(response.headers["X-Two"] == "b")
        let seen = try #require(server.requests.first)
        #expect(seen.line == "PUT /a%20b/%C3%BC")
        #expect(seen.headers["x-thing"] == "yes")
        #expect(seen.headers["user-agent"] == "chatfleet")
        #expect(seen.headers["expect"] == nil)
        #expect(seen.body == [0, 255, 10])
    }

    @Test func `a body of nothing is sent as one, and HEAD has none`() throws {
        let server = try LoopbackServer { _ in .reply(200) }
        #expect(try client().send(HTTPRequest(.put, try address(server.address))).status == 200)
        #expect(try client().send(HTTPRequest(.head, try address(server.address))).status == 200)
        #expect(server.requests.map(\.line) == ["PUT /", "HEAD /"])
        #expect(server.requests[0].headers["content-length"] == "0")
    }

    @Test func `what only reads is asked again after 503, a broken connection and silence; Retry-After is kept to`() throws {
        let count = Atomic<Int>(0)
        let server = try LoopbackServer { _ in
            switch count.add(1, ordering: .relaxed).newValue {
            case 1: .reply(503)
            case 2: .bytes([])
            case 3: .reply(429, ["Retry-After: 1"])
            default: .reply(200, body: [7])
            }
        }
        let start = ContinuousClock.now
        #expect(try client().send(HTTPRequest(.get, try address(server.address))).body == [7])
        #expect(ContinuousClock.now - start >= .seconds(1))
        #expect(server.requests.count == 4)
    }

    @Test func `a write is not sent twice once it may have arrived`() throws {
        let server = try LoopbackServer { _ in .bytes([]) }
        #expect(throws: ToolError.self) { try client().send(HTTPRequest(.put, try address(server.address), body: [1])) }
        #expect(server.requests.count == 1)
        let failing = try LoopbackServer { _ in .reply(500) }
        #expect(try client().send(HTTPRequest(.put, try address(failing.address), body: [1])).status == 500)
        #expect(failing.requests.count == 1)
    }

    @Test func `a status that stays is the answer; 404 is one at once`() throws {
        let server = try LoopbackServer { $0.line.hasSuffix("gone") ? .reply(404) : .reply(500) }
        var limits = HTTPClientTests.quick
        limits.retrySeconds = 0.2
        #expect(try client(limits).send(HTTPRequest(.get, try address(server.address + "/gone"))).status == 404)
        #expect(server.requests.count == 1)
        #expect(try client(limits).send(HTTPRequest(.get, try address(server.address))).status == 500)
        #expect(server.requests.count > 2)
    }

    @Test func `a body without end is refused at the limit, one that says its length before it is read`() throws {
        let endless = try LoopbackServer { _ in
            .endless(Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + [UInt8](repeating: 0x20, count: 1 << 16))
        }
        let long = try LoopbackServer { _ in .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 2147483648\r\n\r\n".utf8)) }
        for server in [endless, long] {
            let error = refusal(client(), try address(server.address + "/x?secret=1"))
            #expect(error?.exitCode == .badInput)
            #expect(error?.what == "the answer is longer than 1048576 bytes, and was not read further")
            #expect(error?.place == "\(server.address)/x")
            #expect(server.requests.count == 1)
        }
    }

    @Test func `nothing there, a host without address and silence are told as unavailable`() throws {
        var limits = HTTPClientTests.quick
        limits.retrySeconds = 0.1
        limits.totalSeconds = 0.5
        let silent = try LoopbackServer { _ in .silence(seconds: 3) }
        for (text, what) in [
            ("http://127.0.0.1:1/", "nothing takes the connection"), ("http://nowhere.localhost.invalid/", nil),
            (silent.address, "the server took too long to answer"),
        ] {
            let error = refusal(client(limits), try address(text))
            if let what {
                #expect(error?.exitCode == .unavailable)
                #expect(error?.what.hasPrefix(what) == true, "\(text)")
            } else {
                // Not this machine itself: plain http is refused before the name is looked up.
                #expect(error?.exitCode == .usage)
            }
        }
    }

    @Test func `all tries together take no longer than they may`() throws {
        var limits = HTTPClientTests.quick
        limits.totalSeconds = 0.5
        limits.retrySeconds = 30
        limits.allTriesSeconds = 1.2
        let silent = try LoopbackServer { _ in .silence(seconds: 5) }
        let start = ContinuousClock.now
        #expect(refusal(client(limits), try address(silent.address))?.exitCode == .unavailable)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        #expect((0.5...2).contains(seconds), "\(seconds)")
        #expect(silent.requests.count >= 2)
    }

    @Test func `a stop ends the wait for an answer at once`() throws {
        let server = try LoopbackServer { _ in .silence(seconds: 10) }
        let stop = StopRequest()
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.3)
            stop.set()
        }
        let start = ContinuousClock.now
        #expect(throws: ToolError(.interrupted, "interrupted", at: server.address + "/")) {
            try client(stop: stop).send(HTTPRequest(.get, try address(server.address)))
        }
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    @Test func `a certificate that nobody vouches for is refused, one that is named is taken`() throws {
        let folder = try TemporaryFolder()
        func run(_ command: String) throws -> Process {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", command]
            process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
            process.standardError = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            return process
        }
        try run(
            "openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out cert -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
        ).waitUntilExit()
        _ = try folder.write(
            "serve.py",
            """
            import http.server, ssl
            server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain("cert", "key")
            server.socket = context.wrap_socket(server.socket, server_side=True)
            open("port.part", "w").write(str(server.server_port))
            import os; os.rename("port.part", "port")
            server.serve_forever()
            """)
        let server = try run("exec python3 serve.py")
        defer { server.terminate() }
        var port: String?
        for _ in 0..<200 where port == nil {
            Thread.sleep(forTimeInterval: 0.05)
            port = try? String(contentsOfFile: folder.file("port"), encoding: .utf8)
        }
        let address = try address("https://localhost:\(try #require(port))/serve.py")
        var limits = HTTPClientTests.quick
        limits.totalSeconds = 20
        limits.connectSeconds = 20
        let error = refusal(client(limits), address)
        #expect(error?.exitCode == .unavailable)
        #expect(error?.what.hasPrefix("the server's certificate can't be trusted") == true)
        let trusting = HTTPClient(limits: limits, environment: ["SSL_CERT_FILE": folder.file("cert")], stop: StopRequest())
        #expect(try trusting.send(HTTPRequest(.get, address)).isSuccess)
    }
}

@Suite struct WebAddressTests {
    @Test(arguments: [
        ("https://a.example", "https://a.example/"), ("HTTPS://a.example:443/b?c=d", "https://a.example/b?c=d"),
        ("http://127.0.0.1:80/", "http://127.0.0.1/"), ("http://[::1]:5000/x", "http://[::1]:5000/x"),
        ("https://a?b", "https://a/?b"),
    ])
    func `an address is read into its parts`(text: String, expected: String) {
        #expect(WebAddress(text)?.text == expected)
    }

    @Test(arguments: [
        "", "a.example", "ftp://a", "https://", "https://user@a", "https://user:secret@a/", "https://a:x/", "https://a:+80/",
        "https://a/#b", "https://a b/", "https://a/\u{e9}", "https://a:99999/",
    ])
    func `what is none, or has a password, is refused`(text: String) { #expect(WebAddress(text) == nil) }

    @Test func `loopback is this machine and nothing that looks like it`() {
        for host in ["127.0.0.1", "127.9.9.9", "localhost", "a.localhost", "[::1]"] {
            #expect(WebAddress(scheme: .http, host: host).isLoopback, "\(host)")
        }
        for host in ["127.0.0.1.example", "localhost.example", "128.0.0.1", "127.0.0", "127.0.0.256"] {
            #expect(!WebAddress(scheme: .http, host: host).isLoopback, "\(host)")
        }
    }

    @Test func `dates of headers are read, others are not`() {
        #expect(httpDate("Sun, 06 Nov 1994 08:49:37 GMT") == Instant("1994-11-06T08:49:37Z"))
        #expect(httpDate("Sunday, 06-Nov-94 08:49:37 GMT") == nil)
        #expect(httpDate("soon") == nil)
    }
}
