/// How a share is cut to two decimals of a percent.
public enum ShareRounding: Sendable, Equatable {
    /// For what is good when high: 0.9999961 is 99.99 %, not 100.00 %.
    case down
    case nearest
}

/// A share 0…1 as a percentage. `100 %` and `0 %` stand for exactly 1 and 0 and nothing else: what would round to them is
/// `>99.99 %` or `<0.01 %`.
///
///     shareText(0.9999961, .down)     // "99.99 %"
///     shareText(0.00004, .nearest)    // "<0.01 %"
public func shareText(_ share: Double, _ rounding: ShareRounding) -> String {
    if share == 0 { return "0 %" }
    if share == 1 { return "100 %" }
    guard share.isFinite, abs(share) < 1e12 else { return "\(share)" }
    let scaled = share * 10_000
    let nearest = scaled.rounded()
    // 0.29 × 10,000 is 2899.9999999999995 in doubles. Shares of counts below 10⁹ are exactly a hundredth of a percent or
    // over 10⁻¹³ off it, so what is nearer than 10⁻¹⁴ is that hundredth.
    let isExact = abs(scaled - nearest) < 1e-10
    let hundredths = Int64(rounding == .nearest || isExact ? nearest : scaled.rounded(.down))
    if hundredths == 0, share > 0 { return "<0.01 %" }
    if hundredths == 10_000 { return rounding == .down ? "99.99 %" : share < 1 ? ">99.99 %" : "100.00 %" }
    return fixed(hundredths, decimals: 2) + " %"
}

/// A share that someone chose, such as a target, as it was written and without the zeros that nobody wrote: `99.5 %`,
/// `99.9996 %`.
public func chosenShareText(_ share: Double) -> String {
    guard share.isFinite, abs(share) < 1e6 else { return "\(share)" }
    var digits = fixed(Int64((share * 1e10).rounded()), decimals: 8)[...]
    while digits.hasSuffix("0") { digits = digits.dropLast() }
    return (digits.hasSuffix(".") ? digits.dropLast() : digits) + " %"
}

/// Both ends as ``shareText(_:_:)``, with one percent sign: `97.81 – 98.05 %`.
func intervalText(_ low: Double, _ high: Double, _ rounding: ShareRounding) -> String {
    let first = shareText(low, rounding)
    return "\(first.hasSuffix(" %") ? String(first.dropLast(2)) : first) – \(shareText(high, rounding))"
}

/// `12,345,678`.
public func groupedDigits(_ value: Int64) -> String {
    var result = ""
    let digits = String(value.magnitude)
    for (i, digit) in digits.enumerated() {
        if i > 0, (digits.count - i) % 3 == 0 { result.append(",") }
        result.append(digit)
    }
    return value < 0 ? "-" + result : result
}

/// `1 report`, `4,096 reports`, `2 batches`: `plural` where it is more than an s.
public func counted(_ count: Int64, _ noun: String, plural: String? = nil) -> String {
    "\(groupedDigits(count)) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// A rate with that many decimals, digits in groups of three, and `<0.01` rather than a zero that is none.
public func rateText(_ value: Double, decimals: Int) -> String {
    let unit = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    guard value.isFinite, abs(value) * unit < 1e15 else { return "\(value)" }
    let scaled = Int64((value * unit).rounded())
    if scaled == 0, value > 0 { return "<" + fixed(1, decimals: decimals) }
    let digits = fixed(scaled, decimals: decimals)
    guard scaled >= Int64(unit) * 1000 else { return digits }
    let whole = digits.prefix { $0 != "." }
    return groupedDigits(scaled / Int64(unit)) + digits.dropFirst(whole.count)
}

/// Two units at most: `45 s`, `7 min 20 s`, `2 h 13 min`, `3 d 4 h`. What is cut off is under one of the smaller unit.
public func durationText(seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e15 else { return "\(seconds) s" }
    if seconds < 0 { return "-" + durationText(seconds: -seconds) }
    if seconds > 0, seconds < 1 { return "<1 s" }
    let whole = Int64(seconds)
    let steps: [(size: Int64, name: String)] = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")]
    guard let first = steps.firstIndex(where: { whole >= $0.size }) else { return "0 s" }
    let leading = "\(groupedDigits(whole / steps[first].size)) \(steps[first].name)"
    guard first + 1 < steps.count else { return leading }
    let rest = whole % steps[first].size / steps[first + 1].size
    return rest == 0 ? leading : "\(leading) \(rest) \(steps[first + 1].name)"
}

/// Powers of 1024, IEC 80000-13: `512 B`, `4.0 MiB`.
public func bytesText(_ value: Int64) -> String {
    var size = Double(value)
    if abs(size) < 1024 { return "\(value) B" }
    for unit in ["KiB", "MiB", "GiB", "TiB", "PiB"] {
        size /= 1024
        if abs(size) < 1023.95 { return "\(rateText(size, decimals: 1)) \(unit)" }
    }
    return "\(rateText(size / 1024, decimals: 1)) EiB"
}

/// `scaled` / 10^decimals, in decimal notation: `fixed(-5, 2)` is `-0.05`.
private func fixed(_ scaled: Int64, decimals: Int) -> String {
    let digits = String(scaled.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = scaled < 0 ? "-" : ""
    return decimals == 0 ? sign + padded : "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
}
