import Foundation

/// A folder for one test, removed with its last reference.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        path = NSTemporaryDirectory() + "chatfleet-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Where a file of that name is, or would be.
    public func file(_ name: String) -> String { path + "/" + name }

    /// Makes a file and gives its path.
    public func write(_ name: String, _ text: String) throws -> String { try write(name, bytes: Array(text.utf8)) }

    /// Makes a file and gives its path.
    public func write(_ name: String, bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }
}
