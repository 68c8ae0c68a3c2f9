import FleetCore

/// The rules of a document laid out flat, so that an evaluation reads a few words and takes no memory.
struct FlagRules: Sendable {
    struct Row: Sendable {
        var isKilled = false
        /// False for a name that is killed and nothing else.
        var isDefined = false
        var isOnByDefault = false
        /// Place of the minimum's key in ``gates``; below 0: there is none.
        var gate: Int32 = -1
        /// Thousandths of a percent; below 0: there is no rollout.
        var threshold: Int32 = -1
        var prefix = Murmur3()
    }

    /// Flags in the document's order, then names that are killed only.
    private(set) var rows: [Row] = []
    private(set) var names: [String] = []
    /// Keys of the minimums, see ``AppVersion/gateKey``.
    private(set) var gates: [String] = []
    let knowsHash: Bool
    let samplePrefix = Bucketing.prefix(Bucketing.sessionSampleKey)
    private var places: [String: Int] = [:]

    init(flags: [FlagDocument.Definition], kills: [FlagDocument.Kill], knowsHash: Bool) {
        self.knowsHash = knowsHash
        places.reserveCapacity(flags.count)
        rows.reserveCapacity(flags.count)
        var gatePlaces: [String: Int32] = [:]
        for flag in flags {
            var row = Row(isDefined: true, isOnByDefault: flag.isOnByDefault)
            if let rollout = flag.rollout {
                row.threshold = rollout.thousandths
                row.prefix = Bucketing.prefix(flag.name)
            }
            if let key = flag.minApp?.gateKey {
                if let place = gatePlaces[key] {
                    row.gate = place
                } else {
                    row.gate = Int32(gates.count)
                    gatePlaces[key] = row.gate
                    gates.append(key)
                }
            }
            add(row, flag.name)
        }
        for kill in kills where kill.isOn {
            if let place = places[kill.name] {
                rows[place].isKilled = true
            } else {
                add(Row(isKilled: true), kill.name)
            }
        }
    }

    private mutating func add(_ row: Row, _ name: String) {
        places[name] = rows.count
        rows.append(row)
        names.append(name)
    }

    /// Names are ASCII, so that Swift's equality is that of the bytes.
    func index(of name: String) -> Int? { places[name] }
}
