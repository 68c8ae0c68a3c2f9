import FleetCore
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Terminal

@Suite struct OutputStreamTests {
    init() { ignoreBrokenPipeSignal() }

    /// Runs `body` with the write end of a pipe and gives what came out of it.
    private func throughPipe(_ body: (Int32) throws -> Void) throws -> String {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let reading = ends[0]
        let done = DispatchSemaphore(value: 0)
        let text = Mutex("")
        let reader = Thread {
            let data = FileHandle(fileDescriptor: reading, closeOnDealloc: true).readDataToEndOfFile()
            text.withLock { $0 = String(decoding: data, as: UTF8.self) }
            done.signal()
        }
        reader.start()
        try body(ends[1])
        close(ends[1])
        done.wait()
        return text.withLock { $0 }
    }

    @Test func `a megabyte arrives whole and in order, though each write of the pipe is partial`() throws {
        let lines = (0..<100_000).map { "line \($0)\n" }
        let text = try throughPipe { descriptor in
            // Non-blocking: writes fail with EAGAIN while the pipe is full.
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            let stream = OutputStream(descriptor: descriptor, name: "pipe")
            for line in lines { try stream.write(line) }
            try stream.flush()
        }
        #expect(text == lines.joined())
    }

    @Test func `nothing is written before the buffer is full or flushed`() throws {
        let text = try throughPipe { descriptor in
            let stream = OutputStream(descriptor: descriptor, name: "pipe")
            try stream.write("lost")
        }
        #expect(text == "")
    }

    @Test func `a reader that has gone is told once, then all is quiet`() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let stream = OutputStream(descriptor: ends[1], name: "pipe")
        try stream.write("x")
        #expect(throws: BrokenPipe()) { try stream.flush() }
        try stream.write("y")
        try stream.flush()
    }

    @Test func `a full disk is an error that says what to do`() throws {
        let full = open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        defer { close(full) }
        let stream = OutputStream(descriptor: full, name: "standard output")
        try stream.write("x")
        #expect(
            throws: OutputFailure.self
        ) { try stream.flush() }
    }

    @Test func `a status line is wiped before anything else is written`() throws {
        let stream = OutputStream(capturingAsTerminal: true)
        stream.setStatus("1 %")
        stream.setStatus("2 %")
        try stream.write("note\n")
        stream.setStatus(nil)
        #expect(stream.captured == "\r\u{1B}[K1 %\r\u{1B}[K2 %\r\u{1B}[Knote\n")
    }

    @Test func `input comes in pieces and ends`() throws {
        let input = InputStream(bytes: Array("abcde".utf8))
        #expect(try input.read(upTo: 3) == Array("abc".utf8))
        #expect(try input.read(upTo: 3) == Array("de".utf8))
        #expect(try input.read(upTo: 3) == [])
    }
}
