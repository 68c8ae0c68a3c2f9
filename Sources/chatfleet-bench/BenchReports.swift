import FleetCore
import Simulation

/// The input of the ingest measures: reports of about 330 bytes of one local day, each of an install of its own, received
/// over 30 hours; 7 versions, 2 platforms, 4 device classes. In order of receipt, so installs come in no order.
struct BenchReports {
    private static let firstDay = Day(number: 20_711)  // 2026-09-15
    private static let receiptSeconds = 30 * 3600
    /// With how many of a hundred installs run each.
    private static let versions = [
        ("8.9.10", 5), ("8.11.2", 4), ("8.12.1", 6), ("8.13.0", 13), ("8.13.2", 50), ("8.14.0-beta.2", 2), ("8.14.0", 20),
    ]
    private static let deviceClasses = ["low-2019", "mid-2021", "mid-2023", "high-2025"]

    let count: Int
    /// Parts hold different installs.
    let part: Int
    /// Days after the first, of the same installs, in another order on each.
    var daysOn = 0

    private var day: Day { BenchReports.firstDay.advanced(by: daysOn) }
    private var firstReceipt: Instant { Instant(epochSeconds: Int64(day.number) * 86_400) }

    /// Writes the file; returns its size in bytes.
    func write(to path: String) throws -> Int {
        let file = try OutputFile(path)
        var line = LineBuffer(capacity: 1 << 17)
        var bytes = 0
        for index in 0..<count {
            append(index, to: &line)
            guard line.count > 1 << 16 || index == count - 1 else { continue }
            bytes += line.count
            try file.write(line.bytes)
            line.removeAll()
        }
        return bytes
    }

    /// A step that has no factor in common with the count meets each install once.
    private func install(at index: Int) -> Int {
        guard daysOn > 0 else { return index }
        var step = count * 618 / 1000
        while greatestCommonDivisor(step, count) > 1 { step += 1 }
        return index * step % count
    }

    private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : greatestCommonDivisor(b, a % b) }

    private func append(_ index: Int, to line: inout LineBuffer) {
        let id = SplitMix64.mix(UInt64(part) << 32 | UInt64(install(at: index)))
        var random = SplitMix64(key: id)
        line.append("{\"install_id\":\"i_")
        line.append(hex: id)
        line.append("\",\"app_version\":\"")
        line.append(BenchReports.version(at: random.below(100)))
        line.append(random.below(100) < 64 ? "\",\"platform\":\"android" : "\",\"platform\":\"ios")
        line.append("\",\"device_class\":\"")
        line.append(BenchReports.deviceClasses[random.below(4)])
        line.append("\",\"day\":\"")
        line.append(day.description)
        let sessions = random.between(1, 9)
        let receipt = firstReceipt.advanced(bySeconds: Int64(index * BenchReports.receiptSeconds / count))
        append("\",\"health\":{\"sessions\":", sessions, &line)
        append(",\"crashes\":", random.below(250) == 0 ? 1 : 0, &line)
        let hour = Int(firstReceipt.hour.number) + random.below(8)
        append(",\"active_hours\":[", hour, &line)
        append(",", hour + 5, &line)
        append("],\"syncs_ok\":", sessions * 3, &line)
        append(",\"queue_depth_max\":", random.below(20), &line)
        append(",\"queue_age_max_s\":", random.below(1 << random.between(1, 14)), &line)
        append(",\"ttc_ms_p50\":", random.between(20, 90), &line)
        append(",\"ttc_ms_p95\":", random.between(90, 900), &line)
        append(",\"wal_bytes_max\":", random.between(32_768, 8_000_000), &line)
        line.append("},\"received_at\":\"")
        line.append(receipt)
        line.append("\"}\n")
    }

    private func append(_ name: String, _ value: Int, _ line: inout LineBuffer) {
        line.append(name)
        line.append(value)
    }

    private static func version(at draw: Int) -> String {
        var left = draw
        for (text, share) in versions {
            if left < share { return text }
            left -= share
        }
        return versions[0].0
    }
}
