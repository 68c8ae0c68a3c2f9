import Database
import FleetCore
import Foundation
import QueryCatalog
import TestSupport
import Testing

@testable import FlagPublishing

@Suite struct FlagStoreTests {
    private static let catalog = QueryCatalog(directory: repositoryRoot + "/Queries")

    private func withFlagStore(_ engine: Engine, _ body: (FlagStore, any Database) throws -> Void) throws {
        try withFleetStore(engine) { db in
            let store = FlagStore(database: db, catalog: FlagStoreTests.catalog)
            try store.setAuthority(FlagAuthority(target: "t", publicURL: nil), by: "ana", at: Instant(epochSeconds: 1))
            try body(store, db)
        }
    }

    private func change(_ version: Int64, from base: Int64, _ documents: [FlagDocumentFile], target: String = "t")
        -> PublishedChange
    {
        PublishedChange(
            version: version, baseVersion: base, kind: .publish, target: target, at: Instant(epochSeconds: 1000 + version),
            by: "ana", reason: "why \"\(version)\"", effect: "a: on\nb: off",
            latestSHA256: FlagDocumentFile(
                platform: "", bytes: LatestFile(version: version, documents: documents).bytes
            ).sha256)
    }

    @Test(arguments: bothEngines)
    func `a change is kept once, byte for byte, and its digests hold`(engine: Engine) throws {
        try withFlagStore(engine) { store, _ in
            let first = [document("android", 1, flags: "\"ü\\u0000\":{}"), document("ios", 1)]
            try store.record(change(1, from: 0, first), first)
            try store.record(change(1, from: 0, first), first)
            try store.record(change(3, from: 1, [document("ios", 3)]), [document("ios", 3)])
            #expect(try store.changes().map(\.change) == [change(3, from: 1, [document("ios", 3)]), change(1, from: 0, first)])
            #expect(try store.documents(version: 1) == first)
            #expect(try store.mark() == 3)
            let result = try store.verify()
            #expect(result.changes == 2)
            #expect(result.documents == 3)
            #expect(result.damage == [])
            let gone = try store.verify { $0 == "v1/ios.json" ? [] : document($0 == "v1/android.json" ? "x" : "ios", 3).bytes }
            #expect(gone.damage.map(\.what) == ["other bytes are published", "other bytes are published"])
        }
    }

    @Test(arguments: bothEngines)
    func `whatever is changed afterwards is seen`(engine: Engine) throws {
        let changes = [
            ("update flag_change set reason = 'other' where version = 2", "the row is not the one of its SHA-256"),
            ("delete from flag_change where version = 1", "changes before it are missing"),
            ("update flag_document set content = '{}' where version = 2", "the store's bytes are not those of its SHA-256"),
            (
                "update flag_document set content = '{}', sha256 = '\(FlagDocumentFile(platform: "", bytes: Array("{}".utf8)).sha256)' where version = 2",
                "the row is not the one of its SHA-256"
            ),
            ("delete from flag_document where version = 2 and platform = 'ios'", "the row is not the one of its SHA-256"),
            (
                "update flag_change set changed_by = 'eve', change_sha256 = 'abc' where version = 1",
                "the change before it is another one than it was made after"
            ),
        ]
        for (sql, what) in changes {
            try withFlagStore(engine) { store, db in
                for version in 1...3 {
                    let documents = [document("android", Int64(version)), document("ios", Int64(version))]
                    try store.record(change(Int64(version), from: Int64(version) - 1, documents), documents)
                }
                try db.execute(sql)
                let damage = try store.verify().damage
                #expect(damage.contains { $0.what == what }, "\(sql): \(damage)")
            }
        }
    }

    @Test(arguments: bothEngines)
    func `the newest change is held against what is current`(engine: Engine) throws {
        try withFlagStore(engine) { store, db in
            func latest(_ version: Int64) -> [UInt8] {
                LatestFile(version: version, documents: [document("ios", version)]).bytes
            }
            func found(_ latest: [UInt8]?, waiting: Set<Int64> = []) throws -> String? {
                try store.verifyNewest(latest: latest, waiting: waiting)?.what
            }
            #expect(try found(nil) == nil)
            for version in 1...3 as ClosedRange<Int64> {
                try store.record(change(version, from: version - 1, [document("ios", version)]), [document("ios", version)])
            }
            #expect(try found(latest(3)) == nil)
            #expect(try found(latest(2)) == "latest.json names it, and version 3 came later")
            #expect(try found(latest(4)) == "latest.json names it, and no change of it is recorded")
            #expect(try found(latest(4), waiting: [4]) == nil)
            #expect(try found(latest(3) + [0x20]) == "latest.json is not the one that was published")
            #expect(try found(nil) == "there is no latest.json")
            try db.execute("update flag_document set content = '{}' where version = 2")
            #expect(throws: ToolError.self) { try store.documents(version: 2) }
        }
    }

    @Test(arguments: bothEngines)
    func `a store has one authority, and its address may be told later`(engine: Engine) throws {
        try withFlagStore(engine) { store, _ in
            do {
                try store.setAuthority(FlagAuthority(target: "u", publicURL: nil), by: "bo", at: Instant(epochSeconds: 2))
                Issue.record("no error")
            } catch let error as ToolError {
                #expect(error.what == "the flags of this store are published at t, and nowhere else")
            }
            try store.setAuthority(FlagAuthority(target: "t", publicURL: "https://x"), by: "bo", at: Instant(epochSeconds: 2))
            try store.setAuthority(FlagAuthority(target: "t", publicURL: nil), by: "bo", at: Instant(epochSeconds: 2))
            #expect(try store.authority() == FlagAuthority(target: "t", publicURL: "https://x"))
        }
    }

    @Test(arguments: bothEngines)
    func `many that record at once make one chain`(engine: Engine) throws {
        let store = try TestStore(engine)
        let schema = try fleetSchema(engine)
        try FlagStore(database: store.open(schema), catalog: FlagStoreTests.catalog)
            .setAuthority(FlagAuthority(target: "t", publicURL: nil), by: "ana", at: Instant(epochSeconds: 1))
        _ = try inThreads(6) { thread in
            let flags = FlagStore(database: try store.open(schema), catalog: FlagStoreTests.catalog)
            for step in 0..<5 {
                let version = Int64(thread * 5 + step + 1)
                try flags.record(change(version, from: 0, [document("ios", version)]), [document("ios", version)])
            }
        }
        let result = try FlagStore(database: store.open(schema), catalog: FlagStoreTests.catalog).verify()
        #expect(result.changes == 30)
        #expect(result.damage == [])
    }

    @Test(arguments: bothEngines)
    func `what was published while the store was away is recorded, what never was is dropped`(engine: Engine) throws {
        let folder = try TemporaryFolder()
        let target = directoryTarget(folder)
        let publisher = Publisher(target: target)
        let journal = ChangeJournal(path: folder.file("flags.journal"))
        func publish(_ number: Int64, swaps: Bool, _ flags: String, journals: Bool = true) throws {
            let state = try publisher.current()
            let plan = try ChangePlan.publishing([document("ios", state.version, flags: flags)], base: state.version, over: state)
            struct Killed: Error {}
            do {
                _ = try publisher.publish(plan.numbered(number), number: number, over: state) { latest in
                    let made = change(number, from: state.version, try plan.numbered(number), target: target.name)
                    if journals { try journal.add(ChangeJournal.Item(made, latest)) }
                    if !swaps { throw Killed() }
                }
            } catch is Killed {}
        }
        try withFlagStore(engine) { store, _ in
            try publish(1, swaps: true, "")
            #expect(try journal.replay(into: store, from: publisher) == [1])
            #expect(try journal.items() == [])
            // Given up before anybody could see it: not known to be, as long as nothing came after it.
            try publish(2, swaps: false, "\"a\":{}")
            #expect(try journal.replay(into: store, from: publisher) == [])
            #expect(try journal.items().map(\.change.version) == [2])
            try publish(3, swaps: true, "\"b\":{}")
            try publish(4, swaps: true, "\"c\":{}")
            // The last one was made elsewhere: only that it was made from 5 tells of 5.
            try publish(5, swaps: true, "\"d\":{}")
            try publish(6, swaps: true, "\"e\":{}", journals: false)
            let documents = try publisher.current().documents
            try store.record(change(6, from: 5, documents, target: target.name), documents)
            #expect(try journal.replay(into: store, from: publisher) == [3, 4, 5])
            #expect(try journal.items() == [])
            #expect(try store.changes().map(\.change.version) == [5, 4, 3, 6, 1])
            #expect(try store.verify { try target.read($0) }.damage == [])
        }
    }
}
