import Database
import FleetCore
import Foundation
import TestSupport
import Testing

@Suite struct LongLineTests {
    @Test func `a line of 100 MB is refused in bounded memory, and the next one is read`() throws {
        let store = try TestStore(.sqlite)
        let input = Pipe()
        let run = try ProgramRun(
            "ingest reports - --format json", store: store.environmentText, input: input.fileHandleForReading)
        let report = """
            {"install_id":"i_1","app_version":"8.14.0","platform":"ios","day":"2026-09-20",\
            "received_at":"2026-09-20T12:00:00Z","health":{"sessions":1}}\n
            """
        let megabyte = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
        try input.fileHandleForWriting.write(contentsOf: Data(report.utf8))
        for _ in 0..<100 { try input.fileHandleForWriting.write(contentsOf: megabyte) }
        let peak = try #require(run.peakMemory)
        try input.fileHandleForWriting.write(contentsOf: Data("\n\(report)".utf8))
        try input.fileHandleForWriting.close()
        #expect(run.finish() == ExitCode.partial.rawValue)
        #expect(run.output.contains("\"accepted\":2,"))
        #expect(run.output.contains("{\"outcome\":\"refused\",\"reason\":\"json.too_large\",\"reports\":1}"))
        #expect(peak < 100 << 20, "\(peak >> 20) MiB")
    }
}
