import Compression
import FleetCore
import Foundation
import Terminal

extension IngestSource {
    /// What a command line names: a file, or `-`, standard input. It is looked at, so that of many none is taken in before a
    /// misspelt one is found; a pipe that nobody writes to yet is waited for until the user wants to stop.
    init(_ name: String, _ context: CommandContext) throws {
        if name == "-" {
            let input = context.input
            self.init(stream: name) { try input.read(upTo: $0) }
            return
        }
        self.init(file: name)
        try check()
        let path = URL(fileURLWithPath: name).resolvingSymlinksInPath().path
        guard try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType != .typeRegular else { return }
        let pipe = try Terminal.InputStream(opening: name, stop: context.stop)
        self.init(stream: name) { try pipe.read(upTo: $0) }
    }
}
