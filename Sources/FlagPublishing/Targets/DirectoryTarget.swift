import DurableFiles
import FleetCore

/// A directory, such as the root of a web server.
final class DirectoryTarget: PublishTarget {
    let name: String
    private let folder: DurableFolder

    init(path: String) {
        name = path
        folder = DurableFolder(path)
    }

    func latest() throws -> SeenLatest? { try folder.read("latest.json").map { SeenLatest(bytes: $0) } }

    func read(_ path: String) throws -> [UInt8]? { try folder.read(path) }

    func greatestNumber() throws -> Int64 { try folder.names().compactMap { versionNumber(ofFolder: $0) }.max() ?? 0 }

    func create(_ path: String, _ bytes: [UInt8]) throws -> Bool { try folder.createIfAbsent(path, bytes) }

    func swapLatest(_ bytes: [UInt8], seen: SeenLatest?) throws -> Bool {
        try folder.update("latest.json") { $0 == seen?.bytes ? bytes : nil }
    }

    /// Creating, linking and locking fail by themselves where a file system can't.
    func probe() throws {}
}
