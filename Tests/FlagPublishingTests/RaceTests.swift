import FleetCore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FlagPublishing

/// What a publisher that raced came back with.
enum Outcome: Equatable {
    case won(Int64)
    case told
}

@Suite struct RaceTests {
    /// Publishes over `state`, as everybody who read it.
    static func race(_ target: any PublishTarget, over state: PublishedState, _ documents: [FlagDocumentFile]) throws -> Outcome {
        let publisher = Publisher(target: target)
        let plan = try ChangePlan.publishing(documents, base: state.version, over: state)
        let number = try publisher.nextNumber(after: state, mark: 0)
        do {
            return .won(try publisher.publish(try plan.numbered(number), number: number, over: state).latest.version)
        } catch is LostRace {
            return .told
        }
    }

    @Test func `two publishers at once, 200 times: one wins each time, the other is told, readers see whole versions`() throws {
        let folder = try TemporaryFolder()
        try Publisher(target: directoryTarget(folder)).publish([document("android"), document("ios")])
        let isDone = Atomic<Bool>(false)
        let reads = Mutex<Result<Int, any Error>>(.success(0))
        let reader = Thread {
            var last: Int64 = 0
            while !isDone.load(ordering: .acquiring) {
                reads.withLock { reads in
                    reads = Result {
                        let version = try checkedVersion(directoryTarget(folder))
                        guard version >= last else { throw ToolError(.failure, "\(version) after \(last)") }
                        last = version
                        return try reads.get() + 1
                    }
                }
            }
        }
        reader.start()
        for round in 0..<200 {
            let before = try Publisher(target: directoryTarget(folder)).current()
            let outcomes = try inThreads(2) { thread in
                try RaceTests.race(
                    directoryTarget(folder), over: before,
                    [document("android", flags: "\"f\(round)\":{\"default\":\(thread == 0)}"), document("ios")])
            }
            let winners = outcomes.filter { $0 != .told }
            #expect(winners.count == 1, "round \(round): \(outcomes)")
            let after = try Publisher(target: directoryTarget(folder)).current()
            #expect(winners == [.won(after.version)])
            let isFirst = String(decoding: after.documents[0].bytes, as: UTF8.self).contains("\"default\":true")
            #expect(isFirst == (outcomes[0] != .told), "the document is the winner's")
        }
        isDone.store(true, ordering: .releasing)
        #expect(try reads.withLock { try $0.get() } > 100)
    }

    @Test func `in any order of their steps one of three wins, on a directory`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("RaceTests seed \(seed)")
        for run in 0..<300 {
            let folder = try TemporaryFolder()
            try RaceTests.interleave(seed: seed &+ UInt64(run)) { directoryTarget(folder) }
        }
    }

    /// Three publishers over the same version, one of them with a platform that sorts before the others'.
    static func interleave(seed: UInt64, _ target: @escaping @Sendable () throws -> any PublishTarget) throws {
        let start = Publisher(target: try target())
        let first = try start.current().version
        try start.publish([document("beta"), document("gamma")], mark: 0)
        let before = try start.current()
        let turns = Turns(threads: 3, seed: seed)
        let outcomes = try inThreads(3) { thread in
            defer { turns.leave() }
            let watched = WatchedTarget(try target(), before: { _ in turns.take(thread) })
            let extra = thread == 2 ? [document("alpha")] : []
            return try race(watched, over: before, [document("beta", flags: "\"t\(thread)\":{\"default\":true}")] + extra)
        }
        let after = try start.current()
        let winners = outcomes.indices.filter { outcomes[$0] != .told }
        #expect(winners.count == 1, "seed \(seed): \(outcomes)")
        #expect(after.version > before.version && before.version > first, "seed \(seed)")
        let text = String(decoding: after.document("beta")?.bytes ?? [], as: UTF8.self)
        #expect(winners.map { "t\($0)" }.allSatisfy(text.contains), "seed \(seed)")
        try checkedVersion(target())
    }
}

@Suite struct InterruptedPublishTests {
    private struct Died: Error {}

    @Test(arguments: [false, true])
    func `ended before or after any step, readers see the old or the new version, and the next publish works`(after: Bool) throws
    {
        var isComplete = false
        var deaths = 0
        while !isComplete {
            let folder = try TemporaryFolder()
            try Publisher(target: directoryTarget(folder)).publish([document("android"), document("ios"), document("web")])
            var left = deaths
            var swapped = false
            func die(_ step: String) throws {
                if step == "swap", after { swapped = true }
                guard left > 0 else { throw Died() }
                left -= 1
            }
            let dying =
                after ? WatchedTarget(directoryTarget(folder), after: die) : WatchedTarget(directoryTarget(folder), before: die)
            do {
                try Publisher(target: dying).publish([document("android", flags: "")])
                isComplete = true
            } catch is Died {}
            let version = try checkedVersion(directoryTarget(folder))
            #expect(version == (isComplete || swapped ? 2 : 1), "died at step \(deaths)")
            let next = try Publisher(target: directoryTarget(folder)).publish([document("ios", flags: "\"x\":{\"default\":true}")]
            )
            #expect(next.version > version)
            #expect(try checkedVersion(directoryTarget(folder)) == next.version)
            deaths += 1
        }
        // latest, three documents, the numbers, three made and read back, the swap.
        #expect(deaths > 11)
    }

    @Test func `a number that was given up is skipped, and one that the store knows is not used again`() throws {
        let folder = try TemporaryFolder()
        let target = directoryTarget(folder)
        let publisher = Publisher(target: target)
        #expect(try publisher.publish([document("ios", 7)]).version == 1)
        #expect(try target.create("v5/android.json", []))
        #expect(try publisher.publish([document("ios", 7, flags: "")]).version == 6)
        #expect(try publisher.publish([document("ios")], mark: 90).version == 91)
    }

    @Test func `no version is above what every client reads, and the end is told`() throws {
        let folder = try TemporaryFolder()
        let target = directoryTarget(folder)
        let greatest: Int64 = 9_007_199_254_740_991
        #expect(try target.create("v\(greatest + 1)/x.json", []))
        #expect(try Publisher(target: target).nextNumber(after: .nothing, mark: 7) == 8)
        for mark in [greatest, Int64.max] {
            #expect(throws: ToolError.self) { try Publisher(target: target).nextNumber(after: .nothing, mark: mark) }
        }
        #expect(try LatestFile(LatestFile(version: greatest, documents: []).bytes, at: "x").version == greatest)
        for version in [greatest + 1, Int64.max] {
            #expect(throws: ToolError.self) { try LatestFile(LatestFile(version: version, documents: []).bytes, at: "x") }
        }
    }

    @Test func `bytes that come back other than they were written are not made current`() throws {
        let folder = try TemporaryFolder()
        let target = directoryTarget(folder)
        try Publisher(target: target).publish([document("ios")])
        let state = try Publisher(target: target).current()
        let damaging = WatchedTarget(
            target,
            after: { step in
                if step == "create" { _ = try folder.write("flags/v2/ios.json", "damaged") }
            })
        do {
            _ = try Publisher(target: damaging).publish([document("ios", 2, flags: "")], number: 2, over: state)
            Issue.record("no error")
        } catch let error as ToolError {
            #expect(error.what == "the document read back is not the one that was written; latest.json was left as it is")
        }
        #expect(try checkedVersion(target) == 1)
    }

    @Test func `a document that was changed after it was published is told, not built upon`() throws {
        let folder = try TemporaryFolder()
        let publisher = Publisher(target: directoryTarget(folder))
        try publisher.publish([document("ios")])
        _ = try folder.write("flags/v1/ios.json", "{}")
        #expect(throws: ToolError.self) { try publisher.current() }
    }
}
