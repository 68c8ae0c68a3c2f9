import DurableFiles
import FleetCore

/// A directory, such as the root of a web server.
final class DirectoryTarget: PublishTarget {
    let name: String
    private let folder: DurableFolder

    private let stop: StopRequest

    /// - Parameter stop: ends the wait for another publisher that holds a lock.
    init(path: String, stop: StopRequest) {
        name = path
        self.stop = stop
        folder = DurableFolder(path, stop: stop)
    }

    func latest() throws -> SeenLatest? { try folder.read("latest.json").map { SeenLatest(bytes: $0) } }

    func read(_ path: String) throws -> [UInt8]? { try folder.read(path) }

    func greatestNumber() throws -> Int64 { try folder.names().compactMap { versionNumber(ofFolder: $0) }.max() ?? 0 }

    func create(_ path: String, _ bytes: [UInt8]) throws -> Bool { try folder.createIfAbsent(path, bytes) }

    func swapLatest(_ bytes: [UInt8], seen: SeenLatest?) throws -> SwapOutcome {
        try folder.update("latest.json") { $0 == seen?.bytes ? bytes : nil } ? .done : .outdone
    }

    func seen(_ path: String) throws -> SeenLatest? { try read(path).map { SeenLatest(bytes: $0) } }

    func restore(_ path: String, _ bytes: [UInt8], over damaged: SeenLatest?) throws -> Bool {
        guard let damaged else { return try create(path, bytes) }
        // The lock and the new file stand beside the document.
        let parts = path.split(separator: "/")
        let parent = parts.dropLast().joined(separator: "/")
        return try DurableFolder("\(name)/\(parent)", stop: stop).update(String(parts.last ?? "")) {
            $0 == damaged.bytes ? bytes : nil
        }
    }

    /// Creating, linking and locking fail by themselves where a file system can't.
    func probe() throws {}
}
