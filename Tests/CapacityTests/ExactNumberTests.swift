import TestSupport
import Testing

@testable import Capacity

@Suite struct ExactNumberTests {
    private func integer(_ text: Substring) throws -> Integer {
        let value = try #require(Rational(decimal: text))
        #expect(value.isWhole)
        return value.numerator
    }

    private func rational(_ text: Substring) throws -> Rational {
        let parts = text.split(separator: "/")
        guard parts.count == 2 else { return Rational(try integer(text)) }
        return try #require(Rational(try integer(parts[0]), over: try integer(parts[1])))
    }

    @Test func `whole numbers of any size agree with Python`() throws {
        for line in GoldenNumbers.integers.split(separator: "\n") {
            let row = try line.split(separator: " ").map(integer)
            let (a, b) = (row[0], row[1])
            #expect(a + b == row[2])
            #expect(a * b == row[3])
            let (quotient, remainder) = a.floorDivided(by: b)
            #expect(quotient == row[4] && remainder == row[5], "\(a) // \(b)")
            #expect((a < b) == (row[0] - row[1]).isNegative)
            #expect(a.description == line.split(separator: " ")[0])
        }
    }

    @Test func `fractions agree with Python`() throws {
        for line in GoldenNumbers.fractions.split(separator: "\n") {
            let texts = line.split(separator: " ")
            let row = try texts[..<9].map(rational)
            let (a, b) = (row[0], row[1])
            #expect(a + b == row[2])
            #expect(a - b == row[3])
            #expect(a * b == row[4])
            #expect(a / b == row[5])
            #expect(Rational(a.floor) == row[6] && Rational(a.ceiling) == row[7] && Rational(a.nearest) == row[8])
            #expect(a.description == texts[0])
            #expect(a.decimalText() == texts[9])
            #expect(a.decimalText(significantDigits: 3) == texts[10])
        }
    }

    @Test func `small fractions agree with counting`() {
        for numerator in -60...60 {
            for denominator in 1...12 {
                guard let value = Rational(Integer(Int128(numerator)), over: Integer(Int128(denominator))) else { continue }
                var below = -100
                while (below + 1) * denominator <= numerator { below += 1 }
                #expect(value.floor == Integer(Int128(below)))
                #expect(value.ceiling == Integer(Int128(below * denominator == numerator ? below : below + 1)))
                let twice = 2 * numerator.magnitude + UInt(denominator)
                #expect(value.magnitude.nearest == Integer(Int128(twice / UInt(2 * denominator))))
            }
        }
    }

    @Test func `sums and products come back, however great`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            func any() -> Integer {
                (0..<Int.random(in: 1...6, using: &generator)).reduce(Integer(1)) { product, _ in
                    product * Integer(Int128(Int64.random(in: .min ... .max, using: &generator)))
                }
            }
            let (a, b) = (any(), any())
            #expect(a + b - b == a)
            guard !b.isZero else { continue }
            let (quotient, remainder) = a.floorDivided(by: b)
            #expect(quotient * b + remainder == a)
            #expect((a * b).floorDivided(by: b).quotient == a)
            #expect(remainder.isZero || (remainder.isNegative == b.isNegative && !(b.isNegative ? remainder < b : b < remainder)))
        }
    }

    @Test func `the edges of Int128`() {
        let least = Integer(.min)
        #expect((-least).description == "170141183460469231731687303715884105728")
        #expect(-(-least) == least)
        #expect(least.floorDivided(by: Integer(-1)).quotient == -least)
        #expect((Integer(.max) + .one - .one).small == .max)
    }

    @Test(
        arguments: [
            ("1,5", nil), ("+5", nil), ("5.", nil), (".5", nil), ("", nil), ("-", nil), ("1e", nil), ("1e+5", nil), (" 1", nil),
            ("1_0", nil), ("0x1", nil), ("١", nil), ("1.-5", nil), ("nan", nil), ("1e101", nil), ("007", 7), ("-2.50", -2.5),
            ("2e-7", 0.0000002), ("1.25e2", 125),
        ] as [(String, Rational?)])
    func `a number is digits, a point, an exponent, and nothing else`(text: String, value: Rational?) {
        #expect(Rational(decimal: text) == value)
    }

    @Test func `half goes up, and away from zero`() {
        #expect(Rational(2.5).nearest == Integer(3))
        #expect(Rational(-2.5).nearest == Integer(-3))
        #expect(Rational(16_349.99).rounded(to: 100) == 16_300)
        #expect(Rational(16_350).rounded(to: 100) == 16_400)
        #expect(Rational(297_825_000).rounded(significantDigits: 2) == 300_000_000)
        #expect(Rational(995).rounded(significantDigits: 2) == 1000)
        #expect(Rational(0.0111111).rounded(significantDigits: 3) == 0.0111)
    }

    @Test func `exact text reads back`() {
        #expect(Rational(0.1).exactText == "0.1")
        #expect((Rational(1) / 3)?.exactText == "1/3")
        #expect((Rational(1) / 3)?.decimalText() == "0.33333333333333333")
        #expect(Rational(400).decimalText() == "400")
        #expect((Rational.powerOfTen(40) + 1).decimalText() == "1" + String(repeating: "0", count: 40))
    }
}
