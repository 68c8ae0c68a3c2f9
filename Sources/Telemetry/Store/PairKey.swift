package import Database
import Digests
import FleetCore

/// The store's key for the hashes of device ids: made when a store first takes reports, or brought along in a file.
/// Kept apart from the facts; an export of the facts alone can't be tied to devices.
package enum PairKey {
    private static let keySetting = "pair_key"
    private static let fingerprintSetting = "pair_key_sha256"

    /// The store's own key.
    package static func ofStore(_ database: any Database) throws -> [UInt8] {
        let fresh = secureRandomBytes(32)
        return try database.transaction {
            if try setting(fingerprintSetting, database) != nil, try setting(keySetting, database) == nil {
                throw ToolError(
                    .badInput, "this store's device pairs are hashed with a key that is kept in a file",
                    next: "give that file with --pair-key-file")
            }
            try put(keySetting, fresh.hex, database)
            guard let key = try setting(keySetting, database).flatMap(unhex) else {
                throw ToolError(.failure, "the store's pair key can't be read", at: "store_setting, \(keySetting)")
            }
            try put(fingerprintSetting, SHA256.digest(key).hex, database)
            return key
        }
    }

    /// A key brought along, of which the store keeps a fingerprint only: another key would make other pairs of the
    /// same devices, and is refused.
    package static func broughtAlong(_ key: [UInt8], _ database: any Database) throws -> [UInt8] {
        guard key.count >= 16 else {
            throw ToolError(.badInput, "a pair key has at least 16 bytes, this one has \(key.count)")
        }
        return try database.transaction {
            try put(fingerprintSetting, SHA256.digest(key).hex, database)
            guard try setting(fingerprintSetting, database) == SHA256.digest(key).hex else {
                throw ToolError(
                    .badInput, "this is not the key with which the store's device pairs are hashed",
                    next: "give the store's own key file, or none where the key is in the store")
            }
            return key
        }
    }

    private static func setting(_ name: String, _ database: any Database) throws -> String? {
        var value: String?
        try database.forEachRow("select value from store_setting where name = :name", ["name": .text(name)]) { row in
            value = try row.text(0)
        }
        return value
    }

    private static func put(_ name: String, _ value: String, _ database: any Database) throws {
        try database.execute(
            "insert into store_setting (name, value) values (:name, :value) on conflict (name) do nothing",
            ["name": .text(name), "value": .text(value)])
    }

    private static func unhex(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue.map(UInt8.init) }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
