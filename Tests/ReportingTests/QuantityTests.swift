import Reporting
import Testing

@Suite struct QuantityTests {
    @Test(
        arguments: [
            (0.9999961, "99.99 %"), (1, "100 %"), (1.0.nextDown, "99.99 %"), (0, "0 %"), (0.000004, "<0.01 %"), (0.29, "29.00 %"),
            (1 - 0.9, "10.00 %"), (0.9987, "99.87 %"), (0.99879, "99.87 %"), (0.998799999, "99.87 %"), (0.5, "50.00 %"),
            (0.0001, "0.01 %"),
            (0.00019, "0.01 %"), (2.0 / 3, "66.66 %"), (Double.leastNonzeroMagnitude, "<0.01 %"),
        ] as [(Double, String)])
    func `crash-free shares round down, and say 100 % only for all`(share: Double, text: String) {
        #expect(shareText(share, .down) == text)
    }

    @Test(
        arguments: [
            (0.000004, "<0.01 %"), (0.00004999, "<0.01 %"), (0.00005, "0.01 %"), (0.99996, ">99.99 %"), (2.0 / 3, "66.67 %"),
            (1, "100 %"),
            (0, "0 %"), (1.25, "125.00 %"),
        ] as [(Double, String)])
    func `other shares round to nearest, and never to nothing or all`(share: Double, text: String) {
        #expect(shareText(share, .nearest) == text)
    }

    @Test(
        arguments: [
            (0.995, "99.5 %"), (0.999996, "99.9996 %"), (0.8, "80 %"), (1, "100 %"), (0, "0 %"), (0.29, "29 %"),
            (0.00001, "0.001 %"),
        ] as [(Double, String)])
    func `a share that someone chose prints as it was written`(share: Double, text: String) {
        #expect(chosenShareText(share) == text)
    }

    @Test func `every whole hundredth of a percent of any fleet size prints as itself`() {
        for hundredth in 1..<10_000 {
            for size in [10_000, 1_230_000, 990_000_000] {
                let share = Double(hundredth * (size / 10_000)) / Double(size)
                let digits = String(hundredth + 100_000)
                let whole = Int(digits.dropFirst().prefix(3)).map(String.init) ?? ""
                #expect(shareText(share, .down) == "\(whole).\(digits.suffix(2)) %")
            }
        }
    }

    @Test(
        arguments: [
            (0, "0 s"), (0.4, "<1 s"), (45, "45 s"), (59.9, "59 s"), (60, "1 min"), (440, "7 min 20 s"), (7980, "2 h 13 min"),
            (7200, "2 h"),
            (273_600, "3 d 4 h"), (31_536_000_000, "365,000 d"), (-60, "-1 min"),
        ] as [(Double, String)])
    func `durations read as people say them`(seconds: Double, text: String) { #expect(durationText(seconds: seconds) == text) }

    @Test(
        arguments: [
            (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (4_194_304, "4.0 MiB"), (.max, "8.0 EiB"), (1_048_575, "1.0 MiB"),
        ] as [(Int64, String)])
    func `bytes read in powers of 1024`(value: Int64, text: String) { #expect(bytesText(value) == text) }

    @Test(
        arguments: [
            (0, "0"), (999, "999"), (1000, "1,000"), (12_345_678, "12,345,678"), (-1234, "-1,234"),
            (.min, "-9,223,372,036,854,775,808"),
        ] as [(Int64, String)])
    func `digits stand in groups of three`(value: Int64, text: String) { #expect(groupedDigits(value) == text) }

    @Test(
        arguments: [(0, "0.00"), (0.004, "<0.01"), (1.005, "1.00"), (1234.5, "1,234.50"), (-0.25, "-0.25")] as [(Double, String)])
    func `rates keep their decimals and are never a false zero`(value: Double, text: String) {
        #expect(rateText(value, decimals: 2) == text)
    }
}
