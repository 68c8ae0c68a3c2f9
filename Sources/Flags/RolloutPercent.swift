public import StrictJSON

/// A percentage of installs, exact to a thousandth of a percent: 0 … 100, as many buckets of ``Bucketing``.
public struct RolloutPercent: Sendable, Hashable, Comparable {
    /// 0 … 100,000.
    public let thousandths: Int32

    public static let nobody = RolloutPercent(thousandths: 0)
    public static let everybody = RolloutPercent(thousandths: Bucketing.bucketCount)

    /// Nil outside 0 … 100 %.
    public init?(checking thousandths: Int64) {
        guard (0...Int64(Bucketing.bucketCount)).contains(thousandths) else { return nil }
        self.thousandths = Int32(thousandths)
    }

    /// From the number's text, never from a Double: 1.005 is 1005 thousandths, and not 1004. Nil outside 0 … 100, and where
    /// it has more than three places.
    public init?(_ numeral: JSONNumeral) {
        guard let thousandths = numeral.scaled(by: 3) else { return nil }
        self.init(checking: thousandths)
    }

    private init(thousandths: Int32) { self.thousandths = thousandths }

    /// The shortest decimal: `20`, `0.5`, `1.005`.
    public var digits: String {
        let whole = String(thousandths / 1000)
        if thousandths % 1000 == 0 { return whole }
        let padded = String(thousandths % 1000 + 1000).dropFirst()
        return whole + "." + String(padded.reversed().drop { $0 == "0" }.reversed())
    }

    /// `20 %`.
    public var text: String { digits + " %" }

    public static func < (a: RolloutPercent, b: RolloutPercent) -> Bool { a.thousandths < b.thousandths }
}
