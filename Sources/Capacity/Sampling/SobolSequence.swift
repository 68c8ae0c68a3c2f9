/// Points that fill the unit cube evenly: I. M. Sobol's sequence in base 2, one dimension an uncertain input, 32 bits each.
/// Direction numbers are made here: the primitive polynomials in their order, and odd initial numbers from a generator
/// with a fixed seed. Shifts (``MonteCarlo``) tell what error is left.
struct SobolSequence: Sendable {
    /// 32 of each dimension; bit 31 is a half.
    private let directions: [[UInt32]]

    init(dimensions: Int) {
        // The first dimension is van der Corput's sequence.
        var directions = [(0..<32).map { UInt32(1) << (31 - UInt32($0)) }]
        var polynomials = PrimitivePolynomials()
        var random = CounterGenerator(seed: 0x50B0_1967)
        while directions.count < dimensions {
            let (polynomial, degree) = polynomials.next()
            var initial: [UInt32] = []
            for i in 0..<degree { initial.append(UInt32(truncatingIfNeeded: random.next()) & ((2 << UInt32(i)) - 1) | 1) }
            directions.append(SobolSequence.directions(polynomial, degree, initial))
        }
        self.directions = Array(directions.prefix(max(1, dimensions)))
    }

    /// The coordinate of point `index`, as a fraction of 2³².
    func coordinate(_ dimension: Int, _ index: Int) -> UInt32 {
        var bits = UInt32(truncatingIfNeeded: index)
        var result: UInt32 = 0
        while bits != 0 {
            result ^= directions[dimension][bits.trailingZeroBitCount]
            bits &= bits - 1
        }
        return result
    }

    /// Bratley and Fox, Algorithm 659, ACM TOMS 14 (1988): m_i = 2 a_1 m_{i-1} ⊕ … ⊕ 2^s m_{i-s} ⊕ m_{i-s}, v_i = m_i / 2^i.
    private static func directions(_ polynomial: UInt32, _ degree: Int, _ initial: [UInt32]) -> [UInt32] {
        var v = (0..<32).map { i in i < degree ? initial[i] << UInt32(31 - i) : 0 }
        for i in degree..<32 {
            var value = v[i - degree] ^ (v[i - degree] >> UInt32(degree))
            for k in 1..<max(1, degree) where polynomial >> UInt32(degree - k) & 1 == 1 { value ^= v[i - k] }
            v[i] = value
        }
        return v
    }
}

/// The primitive polynomials over GF(2), by degree and then as binary numbers.
private struct PrimitivePolynomials {
    private var candidate: UInt32 = 2

    mutating func next() -> (polynomial: UInt32, degree: Int) {
        while true {
            candidate += 1
            let degree = 31 - candidate.leadingZeroBitCount
            if PrimitivePolynomials.isPrimitive(candidate, degree) { return (candidate, degree) }
        }
    }

    /// x generates every power: its order modulo the polynomial is 2^degree − 1.
    private static func isPrimitive(_ polynomial: UInt32, _ degree: Int) -> Bool {
        guard polynomial & 1 == 1 else { return false }
        let order = (1 << degree) - 1
        var power: UInt32 = 1
        for exponent in 1...order {
            power <<= 1
            if power >> UInt32(degree) & 1 == 1 { power ^= polynomial }
            if power == 1 { return exponent == order }
        }
        return false
    }
}

/// SplitMix64: the same numbers for the same seed, everywhere.
struct CounterGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
