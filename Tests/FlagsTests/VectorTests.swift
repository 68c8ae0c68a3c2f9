import Flags
import FleetCore
import Testing

@Suite struct VectorTests {
    struct Hash: Decodable {
        let utf8_hex: String
        let seed: UInt32
        let hash_u32: UInt32
    }

    struct Edge: Decodable {
        let flag: String
        let install_id: String
        let hash_u32: UInt32
        let bucket_100000: Int32
        let `case`: String
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.utf8.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }

    @Test func `murmur3_x86_32 gives the published values, in one piece and in any two`() throws {
        let rows = try Vectors<Hash>.read("murmur3_x86_32")
        #expect(rows.count >= 20)
        for row in rows {
            let bytes = VectorTests.bytes(row.utf8_hex)
            #expect(bytes.count * 2 == row.utf8_hex.utf8.count)
            #expect(Murmur3.hash(bytes.span, seed: row.seed) == row.hash_u32, "\(row.utf8_hex)")
            for cut in 0...bytes.count {
                var state = Murmur3(seed: row.seed)
                let (head, tail) = (Array(bytes[..<cut]), Array(bytes[cut...]))
                state.update(head.span)
                state.update(tail.span)
                #expect(state.value == row.hash_u32, "\(row.utf8_hex) cut at \(cut)")
            }
        }
    }

    @Test func `install ids that hash to a bound fall on the right side of it`() throws {
        let rows = try Vectors<Edge>.read("bucket_edge_install_ids")
        #expect(rows.count >= 20)
        for row in rows {
            #expect(Bucketing.bucket(flag: row.flag, installID: row.install_id) == row.bucket_100000, "\(row.install_id)")
            #expect(Bucketing.bucket(ofHash: row.hash_u32) == row.bucket_100000)
            // The bucket is out of its own number of thousandths, and inside one more.
            for (thousandths, isIn) in [(row.bucket_100000, false), (row.bucket_100000 + 1, true)] {
                let percent = try #require(RolloutPercent(checking: Int64(thousandths))).digits
                let document = try flags("{\"\(row.flag)\":{\"default\":false,\"rollout_percent\":\(percent)}}")
                let found = document.evaluate(row.flag, FlagContext(installID: row.install_id, appVersion: nil))
                #expect(
                    found.value == isIn && found.reason == .split && found.bucket == row.bucket_100000, "\(row.case): \(percent)")
            }
            guard row.case.contains("%"), let end = row.case.firstIndex(of: "%") else { continue }
            // `0.5% last-in`, `0.5% first-out`.
            let document = try flags("{\"\(row.flag)\":{\"rollout_percent\":\(row.case[..<end])}}")
            let found = document.evaluate(row.flag, FlagContext(installID: row.install_id, appVersion: nil))
            #expect(found.value == row.case.hasSuffix("last-in"), "\(row.case)")
        }
    }

    struct Gate: Decodable {
        let app_version: String
        let isEnough: Bool
        let readable: Bool

        enum CodingKeys: String, CodingKey {
            case app_version, readable
            case isEnough = "at_least_5.14.0"
        }
    }

    @Test func `a minimum of 5.14.0 is met by the versions of the table and by no other`() throws {
        let rows = try Vectors<Gate>.read("min_app")
        #expect(rows.count >= 20)
        let document = try flags(#"{"f":{"default":true,"min_app":"5.14.0"}}"#)
        for row in rows {
            let found = document.evaluate("f", FlagContext(installID: "i", appVersion: row.app_version))
            #expect(found.value == row.isEnough && found.reason == (row.isEnough ? .static : .version), "\(row.app_version)")
            #expect(AppVersion(row.app_version).isReadable == row.readable, "\(row.app_version)")
        }
    }
}
