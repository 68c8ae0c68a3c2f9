import StrictJSON

extension ReportDecoder {
    mutating func readHealth(_ bytes: Span<UInt8>) throws(JSONError) {
        guard try scanner.kind(bytes) == .object else {
            draft.refuse("health", at: scanner.at)
            try scanner.skipValue(bytes)
            return
        }
        draft.hasHealth = true
        let names = HealthNames.shared
        try scanner.beginObject(bytes)
        var seen: UInt64 = 0
        while let name = try scanner.nextMember(bytes) {
            guard let member = names.table.index(of: name) else {
                try skipUnknown(name, .health, bytes)
                continue
            }
            let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: member)
            guard seen & bit == 0 else { throw JSONError(.duplicateMember, at: name.offset) }
            seen |= bit
            if try skipNull(bytes) { continue }
            switch member {
            case names.activeHours:
                draft.activeHours = try readHours(bytes, HealthNames.activeHoursReason)
            case names.crashedHours:
                draft.crashedHours = try readHours(bytes, HealthNames.crashedHoursReason)
            default:
                draft.members[member] = try readCount(bytes, names.greatest[member], names.reasons[member])
            }
        }
    }

    private mutating func readHours(_ bytes: Span<UInt8>, _ reason: String) throws(JSONError) -> HourList {
        var hours = HourList()
        hours.begin(at: scanner.at)
        guard try scanner.kind(bytes) == .array else {
            draft.refuse(reason, at: scanner.at)
            try scanner.skipValue(bytes)
            return hours
        }
        try scanner.beginArray(bytes)
        while try scanner.nextElement(bytes) {
            let offset = scanner.at
            guard let hour = try readInteger(bytes), hours.insert(hour) else {
                draft.refuse(reason, at: offset)
                continue
            }
        }
        return hours
    }
}

/// What the decoder looks up by member of `health`, from the registry.
struct HealthNames {
    static let shared = HealthNames()
    static let activeHoursReason = "health.active_hours"
    static let crashedHoursReason = "health.crashed_hours"

    /// In the registry's order, then the two lists of hours.
    let table: JSONNameTable
    let reasons: [String]
    let greatest: [Int64]
    let activeHours: Int
    let crashedHours: Int

    private init() {
        let names = HealthMember.all.map(\.name)
        table = JSONNameTable(names + ["active_hours", "crashed_hours"])
        reasons = names.map { "health." + $0 }
        greatest = HealthMember.all.map(\.greatest)
        activeHours = names.count
        crashedHours = names.count + 1
    }
}
