/// The generator behind every synthetic fleet: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014). Integers only, so the same seed gives the same fleet on every machine. A stream is found by
/// its key (seed, install, day, purpose), not by what was drawn before it: any report can be made again on its own,
/// which is what keeps memory bounded.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    package init(key: UInt64) { state = key }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return SplitMix64.mix(state)
    }

    /// Uniform in 0..<bound; the bias of the multiplication is under 2⁻³² for every bound used here.
    package mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Uniform in low...high.
    package mutating func between(_ low: Int, _ high: Int) -> Int { low + below(high - low + 1) }

    package mutating func chance(perMillion: Int) -> Bool { below(1_000_000) < perMillion }

    mutating func draw(_ table: Quantiles) -> Int { table.value(at: below(10_000)) }

    mutating func draw(_ weights: Weights) -> Int { weights.index(at: below(weights.total)) }

    /// The finaliser: a bijection of 64 bits, so that distinct counters stay distinct ids.
    package static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Names the streams of one seed; the raw values are part of what makes a seed's fleet, so they never change.
enum Purpose: UInt64 {
    case life = 1
    case identity, device, activity, sessions, delivery, members, failures, damage, adoption, skew, flags, crashes, incident
}

/// The key of a stream: each part is mixed in turn, so neighbouring installs and days share nothing.
func streamKey(_ seed: UInt64, _ purpose: Purpose, _ install: Int, _ part: Int = 0) -> UInt64 {
    let first = SplitMix64.mix(seed &+ purpose.rawValue &* 0x9E37_79B9_7F4A_7C15)
    let second = SplitMix64.mix(first ^ UInt64(install))
    return SplitMix64.mix(second &+ UInt64(truncatingIfNeeded: part) &* 0xD1B5_4A32_D192_ED03)
}
