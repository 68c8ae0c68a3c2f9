/// A whole number from 0 on, of any size: what is needed where Int128 is too small, and no more.
struct Natural: Sendable, Hashable {
    /// Base 2³², least first, without leading zeros; empty is 0.
    private(set) var limbs: [UInt32]

    init(_ value: UInt128) {
        limbs = []
        var rest = value
        while rest > 0 {
            limbs.append(UInt32(truncatingIfNeeded: rest))
            rest >>= 32
        }
    }

    private init(limbs: [UInt32]) {
        self.limbs = limbs
        while self.limbs.last == 0 { self.limbs.removeLast() }
    }

    var isZero: Bool { limbs.isEmpty }

    /// Nil where it does not fit.
    var small: UInt128? {
        guard limbs.count <= 4 else { return nil }
        return limbs.reversed().reduce(0) { $0 << 32 | UInt128($1) }
    }

    static func + (a: Natural, b: Natural) -> Natural {
        var sum: [UInt32] = []
        var carry: UInt64 = 0
        for i in 0..<max(a.limbs.count, b.limbs.count) {
            carry += (i < a.limbs.count ? UInt64(a.limbs[i]) : 0) + (i < b.limbs.count ? UInt64(b.limbs[i]) : 0)
            sum.append(UInt32(truncatingIfNeeded: carry))
            carry >>= 32
        }
        sum.append(UInt32(carry))
        return Natural(limbs: sum)
    }

    /// `b` is at most `a`.
    static func - (a: Natural, b: Natural) -> Natural {
        var difference: [UInt32] = []
        var borrow: Int64 = 0
        for i in a.limbs.indices {
            let digit = Int64(a.limbs[i]) - (i < b.limbs.count ? Int64(b.limbs[i]) : 0) - borrow
            borrow = digit < 0 ? 1 : 0
            difference.append(UInt32(truncatingIfNeeded: digit))
        }
        return Natural(limbs: difference)
    }

    static func * (a: Natural, b: Natural) -> Natural {
        var product = [UInt32](repeating: 0, count: a.limbs.count + b.limbs.count)
        for i in a.limbs.indices {
            var carry: UInt64 = 0
            for j in b.limbs.indices {
                carry += UInt64(a.limbs[i]) * UInt64(b.limbs[j]) + UInt64(product[i + j])
                product[i + j] = UInt32(truncatingIfNeeded: carry)
                carry >>= 32
            }
            product[i + b.limbs.count] = UInt32(carry)
        }
        return Natural(limbs: product)
    }

    /// Quotient and remainder: Knuth, The Art of Computer Programming, volume 2, 4.3.1, algorithm D. `b` is not 0.
    func divided(by b: Natural) -> (quotient: Natural, remainder: Natural) {
        if self < b { return (Natural(limbs: []), self) }
        if b.limbs.count == 1 { return dividedByLimb(UInt64(b.limbs[0])) }
        // The divisor's leading bit is set, so that a trial digit is at most two too great.
        let shift = b.limbs[b.limbs.count - 1].leadingZeroBitCount
        let divisor = b.shiftedLeft(shift).limbs
        var rest = shiftedLeft(shift).limbs
        while rest.count <= limbs.count { rest.append(0) }
        let n = divisor.count
        var quotient = [UInt32](repeating: 0, count: rest.count - n)
        for j in stride(from: rest.count - n - 1, through: 0, by: -1) {
            let top = UInt64(rest[j + n]) << 32 | UInt64(rest[j + n - 1])
            var trial = top / UInt64(divisor[n - 1])
            var over = top % UInt64(divisor[n - 1])
            while trial >> 32 != 0 || trial * UInt64(divisor[n - 2]) > (over << 32 | UInt64(rest[j + n - 2])) {
                trial -= 1
                over += UInt64(divisor[n - 1])
                if over >> 32 != 0 { break }
            }
            if Natural.subtract(trial, times: divisor, from: &rest, at: j) {
                trial -= 1
                Natural.add(divisor, to: &rest, at: j)
            }
            quotient[j] = UInt32(truncatingIfNeeded: trial)
        }
        return (Natural(limbs: quotient), Natural(limbs: Array(rest[..<n])).shiftedRight(shift))
    }

    /// True where it went below zero.
    private static func subtract(_ digit: UInt64, times divisor: [UInt32], from rest: inout [UInt32], at j: Int) -> Bool {
        var borrow: Int64 = 0
        var carry: UInt64 = 0
        for i in divisor.indices {
            carry += digit * UInt64(divisor[i])
            let difference = Int64(rest[i + j]) - borrow - Int64(carry & 0xFFFF_FFFF)
            rest[i + j] = UInt32(truncatingIfNeeded: difference)
            borrow = difference < 0 ? 1 : 0
            carry >>= 32
        }
        let difference = Int64(rest[j + divisor.count]) - borrow - Int64(carry)
        rest[j + divisor.count] = UInt32(truncatingIfNeeded: difference)
        return difference < 0
    }

    private static func add(_ divisor: [UInt32], to rest: inout [UInt32], at j: Int) {
        var carry: UInt64 = 0
        for i in divisor.indices {
            carry += UInt64(rest[i + j]) + UInt64(divisor[i])
            rest[i + j] = UInt32(truncatingIfNeeded: carry)
            carry >>= 32
        }
        rest[j + divisor.count] = rest[j + divisor.count] &+ UInt32(truncatingIfNeeded: carry)
    }

    private func dividedByLimb(_ divisor: UInt64) -> (quotient: Natural, remainder: Natural) {
        var quotient = limbs
        var rest: UInt64 = 0
        for i in limbs.indices.reversed() {
            let part = rest << 32 | UInt64(limbs[i])
            quotient[i] = UInt32(part / divisor)
            rest = part % divisor
        }
        return (Natural(limbs: quotient), Natural(UInt128(rest)))
    }

    /// By fewer than 32 bits.
    private func shiftedLeft(_ bits: Int) -> Natural {
        var result: [UInt32] = []
        var carry: UInt64 = 0
        for limb in limbs {
            carry |= UInt64(limb) << UInt64(bits)
            result.append(UInt32(truncatingIfNeeded: carry))
            carry >>= 32
        }
        result.append(UInt32(carry))
        return Natural(limbs: result)
    }

    /// By fewer than 32 bits.
    private func shiftedRight(_ bits: Int) -> Natural {
        var result = limbs
        for i in limbs.indices {
            let above = i + 1 < limbs.count ? UInt64(limbs[i + 1]) : 0
            result[i] = UInt32(truncatingIfNeeded: (above << 32 | UInt64(limbs[i])) >> UInt64(bits))
        }
        return Natural(limbs: result)
    }
}

extension Natural: Comparable {
    static func < (a: Natural, b: Natural) -> Bool {
        if a.limbs.count != b.limbs.count { return a.limbs.count < b.limbs.count }
        for i in a.limbs.indices.reversed() where a.limbs[i] != b.limbs[i] { return a.limbs[i] < b.limbs[i] }
        return false
    }
}
