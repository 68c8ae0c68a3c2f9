/// The most runs of `runs` that may err where each errs with a chance of `alpha`: four standard deviations above the mean,
/// for a rate of just alpha is allowed, and half of all tests of it would see more than the mean.
public func most(of runs: Int, at alpha: Double) -> Int {
    let mean = alpha * Double(runs)
    return Int(mean + 4 * (mean * (1 - alpha)).squareRoot())
}

/// A seed of its own a run, printed so that a failure can be seen again.
public func newSeed(_ suite: String) -> UInt64 {
    let seed = UInt64.random(in: 0..<UInt64.max)
    print("\(suite) seed \(seed)")
    return seed
}
