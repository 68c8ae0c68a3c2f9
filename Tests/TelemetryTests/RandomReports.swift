import FleetCore
import TestSupport

@testable import Telemetry

/// Few installs, days, versions and platforms, so that reports meet; every member and every text may be missing.
func randomReports(_ count: Int, using generator: inout SeededGenerator) -> [ClientReport] {
    (0..<count).map { _ in randomReport(using: &generator) }
}

private func randomReport(using generator: inout SeededGenerator) -> ClientReport {
    func pick<T>(_ values: [T]) -> T { values.randomElement(using: &generator)! }
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
    let day = Day(number: Int32.random(in: 20_000...20_002, using: &generator))
    let key = HealthKey(
        day: day, install: InstallID(pick(["i_a", "i_b", "i_c", "i_\u{e9}", "i_e\u{301}"])),
        appVersion: pick(["8.9", "8.10", "8.10-beta", "x"]), platform: pick(["ios", "android"]))
    var row = HealthRow(key: key, reportedKnown: Int32.random(in: 480_000...480_004, using: &generator))
    row.deviceClass = pick([nil, "low-2019", "mid-2023"])
    row.osVersion = pick([nil, "16", "17"])
    row.appBuild = pick([-1, 1, 2])
    row.flagsVersion = pick([-1, 42, 43])
    row.flagsVersionAt = pick([HealthRow.noInstant, 5, 7])
    if chance(60) { row.activeHours = HourSet(bits: Int64.random(in: 0..<(1 << 50), using: &generator)) }
    if chance(30) { row.crashedHours = HourSet(bits: Int64.random(in: 0..<(1 << 50), using: &generator)) }
    for index in 0..<row.members.count where chance(70) {
        row.members[index] = min(pick([0, 1, 2, 3, 3601, 90_000, 1 << 41]), HealthMember.all[index].greatest)
    }
    row.clockCorrected = chance(10)
    row.receiptAssumed = chance(10)
    row.bookKnownHours()
    var report = ClientReport(row: row)
    while chance(30) { report.decryptFailures.append(randomFailure(using: &generator)) }
    while chance(30) {
        report.crashGroups.append(
            CrashGroup(
                signature: pick(["a", "b"]), screen: pick(["chat", "unknown"]), deviceModel: pick([nil, "Pixel 8", "Pixel 9"]),
                osVersion: pick([nil, "16", "17"]), flagsOn: pick([nil, [], ["polls"], ["polls", "voice"], ["voice"]]),
                first: 1_728_000_000 + pick([0, 1, 2]), crashes: pick([1, 2, 3])))
    }
    return report
}

private func randomFailure(using generator: inout SeededGenerator) -> DecryptFailure {
    let first = Int64.random(in: 1_728_000_000...1_728_000_009, using: &generator)
    return DecryptFailure(
        device: DeviceHash(high: UInt64.random(in: 1...2, using: &generator), low: 7), peerDevice: DeviceHash(high: 9, low: 1),
        messageType: ["prekey", "normal"].randomElement(using: &generator)!, peerVersion: "8.9", restoredRecently: false,
        first: first, last: first + Int64.random(in: 0...5, using: &generator),
        failures: Int64.random(in: 1...9, using: &generator), recovered: Bool.random(using: &generator))
}
