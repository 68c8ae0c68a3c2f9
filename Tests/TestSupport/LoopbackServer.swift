import Foundation
import Synchronization

/// A server on this machine for one test: answers each connection with what `answer` makes of its request, and closes it.
public final class LoopbackServer: Sendable {
    public struct Request: Sendable {
        /// `GET /path?query`.
        public let line: String
        /// By names in lower case.
        public let headers: [String: String]
        public let body: [UInt8]
    }

    public enum Answer: Sendable {
        case bytes([UInt8])
        /// `status` with headers, each `Name: value`, and a body.
        case reply(Int, [String] = [], body: [UInt8] = [])
        /// These bytes over and over, until the reader goes.
        case endless([UInt8])
        /// Nothing, for so long.
        case silence(seconds: Double)
    }

    public let port: UInt16
    private let listener: Int32
    private let log = Mutex<[Request]>([])

    public init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let succeeded = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard succeeded else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { [weak self] in
                    defer { close(connection) }
                    guard let request = LoopbackServer.read(connection) else { return }
                    self?.log.withLock { $0.append(request) }
                    LoopbackServer.write(answer(request), to: connection)
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    public var address: String { "http://127.0.0.1:\(port)" }
    /// All requests so far.
    public var requests: [Request] { log.withLock { $0 } }

    private static func read(_ connection: Int32) -> Request? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var head: (lines: [String], length: Int)?
        while true {
            if head == nil, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                head = (lines, end.upperBound)
            }
            if let (lines, start) = head {
                var headers: [String: String] = [:]
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    headers[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
                }
                let length = headers["content-length"].flatMap { Int($0) } ?? 0
                if bytes.count >= start + length {
                    let line = lines[0].split(separator: " ").prefix(2).joined(separator: " ")
                    return Request(line: line, headers: headers, body: Array(bytes[start..<start + length]))
                }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }

    private static func write(_ answer: Answer, to connection: Int32) {
        switch answer {
        case .bytes(let bytes): _ = send(connection, bytes)
        case .reply(let status, let headers, let body):
            let head = (["HTTP/1.1 \(status) Because", "Content-Length: \(body.count)", "Connection: close"] + headers)
            _ = send(connection, Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        case .endless(let bytes): while send(connection, bytes) {}
        case .silence(let seconds): Thread.sleep(forTimeInterval: seconds)
        }
    }

    private static func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
