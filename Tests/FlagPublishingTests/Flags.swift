import FleetCore
import Foundation
import Synchronization
import TestSupport

@testable import FlagPublishing

/// The document of a test.
func document(_ platform: String, _ version: Int64 = 43, kill: String = "", flags: String = #""poll_posts":{"default":true}"#)
    -> FlagDocumentFile
{
    FlagDocumentFile(platform: platform, bytes: Array("{\"version\":\(version),\"kill\":{\(kill)},\"flags\":{\(flags)}}\n".utf8))
}

extension Publisher {
    /// Publishes these over what is current.
    @discardableResult
    func publish(_ documents: [FlagDocumentFile], mark: Int64 = 0) throws -> LatestFile {
        let state = try current()
        let plan = try ChangePlan.publishing(documents, base: state.version, over: state)
        let number = try nextNumber(after: state, mark: mark)
        return try publish(try plan.numbered(number), number: number, over: state).latest
    }
}

/// A directory target in a folder of its own.
func directoryTarget(_ folder: TemporaryFolder) -> DirectoryTarget {
    DirectoryTarget(path: folder.file("flags"), stop: StopRequest())
}

/// What readers of a target rely on: `latest.json` is whole, and its documents are there with their digests and version.
/// Gives the version, 0 before anything was published.
@discardableResult
func checkedVersion(_ target: any PublishTarget) throws -> Int64 {
    let state = try Publisher(target: target).current()
    for document in state.documents {
        let version = try DocumentEdit(document.bytes, file: document.platform).version
        guard version == state.version else {
            throw ToolError(.failure, "\(document.platform) says \(version ?? -1) in version \(state.version)")
        }
    }
    return state.version
}

/// A target that does something before each step, such as waiting for its turn, or dying.
final class WatchedTarget: PublishTarget {
    private let inner: any PublishTarget
    private let before: (_ step: String) throws -> Void
    private let after: (_ step: String) throws -> Void

    init(
        _ inner: any PublishTarget, before: @escaping (_ step: String) throws -> Void = { _ in },
        after: @escaping (_ step: String) throws -> Void = { _ in }
    ) {
        self.inner = inner
        self.before = before
        self.after = after
    }

    var name: String { inner.name }

    private func step<T>(_ name: String, _ body: () throws -> T) throws -> T {
        try before(name)
        let result = try body()
        try after(name)
        return result
    }

    func latest() throws -> SeenLatest? { try step("latest") { try inner.latest() } }
    func read(_ path: String) throws -> [UInt8]? { try step("read") { try inner.read(path) } }
    func greatestNumber() throws -> Int64 { try step("number") { try inner.greatestNumber() } }
    func create(_ path: String, _ bytes: [UInt8]) throws -> Bool { try step("create") { try inner.create(path, bytes) } }
    func swapLatest(_ bytes: [UInt8], seen: SeenLatest?) throws -> SwapOutcome {
        try step("swap") { try inner.swapLatest(bytes, seen: seen) }
    }
    func seen(_ path: String) throws -> SeenLatest? { try inner.seen(path) }
    func restore(_ path: String, _ bytes: [UInt8], over damaged: SeenLatest?) throws -> Bool {
        try inner.restore(path, bytes, over: damaged)
    }
    func probe() throws { try inner.probe() }
}

/// Lets threads go one step at a time, in an order drawn from a seed: what is tried is every order there may be, and a run
/// that fails can be had again.
final class Turns: @unchecked Sendable {
    private let condition = NSCondition()
    private var generator: SeededGenerator
    private var waiting: Set<Int> = []
    private var running: Int
    private var next: Int?

    init(threads: Int, seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        running = threads
    }

    /// Waits until this thread is drawn.
    func take(_ thread: Int) {
        condition.lock()
        defer { condition.unlock() }
        waiting.insert(thread)
        running -= 1
        draw()
        while next != thread { condition.wait() }
        next = nil
        waiting.remove(thread)
        running += 1
    }

    /// The thread is at its end.
    func leave() {
        condition.lock()
        defer { condition.unlock() }
        running -= 1
        draw()
    }

    /// Once all wait, one of them goes.
    private func draw() {
        guard running == 0, next == nil, let drawn = waiting.sorted().randomElement(using: &generator) else { return }
        next = drawn
        condition.broadcast()
    }
}
