import Compression
import FleetCore
import Foundation
import Terminal

extension IngestSource {
    /// What a command line names: a file, or `-`, standard input. It is looked at, so that of many none is taken in before a
    /// misspelt one is found; a pipe that nobody writes to yet is waited for until the user wants to stop.
    init(_ name: String, _ context: CommandContext) throws {
        if name == "-" {
            self.init(name, reading: context.input)
            return
        }
        self.init(file: name)
        try check()
        let path = URL(fileURLWithPath: name).resolvingSymlinksInPath().path
        guard try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType != .typeRegular else { return }
        self.init(name, reading: try Terminal.InputStream(opening: name, stop: context.stop))
    }

    private init(_ name: String, reading input: Terminal.InputStream) {
        let waits: @Sendable (Double) -> Bool = { input.waits(seconds: $0) }
        let read: @Sendable (Int) throws -> [UInt8] = { try input.read(upTo: $0) }
        self.init(stream: name, waits: input.isLive ? waits : nil, read)
    }
}
