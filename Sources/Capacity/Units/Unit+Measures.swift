extension Unit {
    public static let second = Unit(Label.measure("s"))
    public static let minute = Unit(Label.measure("min"))
    public static let hour = Unit(Label.measure("h"))
    public static let day = Unit(Label.measure("d", singular: "day"))
    public static let month = Unit(Label.measure("months", singular: "month"))
    public static let year = Unit(Label.measure("years", singular: "year"))
    public static let usd = Unit(Label.measure("USD"))
    public static let cent = Unit(Label.measure("US cents", singular: "US cent"))
    /// Its own label: a ratio is not a percent, ``Formula/percent`` turns one into the other.
    public static let percent = Unit(Label.measure("%"))
    public static let millisecond = Unit(Label.measure("ms"))
    public static let hertz = Unit(Label.measure("Hz"))
    public static let pixel = Unit(Label.measure("px"))

    private static let byteLabel = Label.measure("B")
    public static let byte = Unit(byteLabel)
    public static let kB = bytes("kB", 1000)
    public static let MB = bytes("MB", 1_000_000)
    public static let GB = bytes("GB", 1_000_000_000)
    public static let TB = bytes("TB", 1_000_000_000_000)
    public static let PB = bytes("PB", 1_000_000_000_000_000)
    public static let KiB = bytes("KiB", 1 << 10)
    public static let MiB = bytes("MiB", 1 << 20)
    public static let GiB = bytes("GiB", 1 << 30)
    public static let TiB = bytes("TiB", 1 << 40)
    public static let PiB = bytes("PiB", 1 << 50)
    /// What AWS writes as GB: 2³⁰ bytes.
    public static let awsGB = bytes("aws.GB", 1 << 30)

    /// The gigabyte that a bill counts in. How many bytes that is, is an input: ``Formula/billedGigabyte``.
    public static let billedGB = Unit(Label.measure("billed-GB"))

    private static let bitLabel = Label.measure("bit")
    public static let bit = Unit(bitLabel)
    public static let Gbit = Unit([Factor(label: bitLabel, exponent: 1, symbol: "Gbit", scale: 1_000_000_000)])

    private static func bytes(_ symbol: String, _ scale: Int) -> Unit {
        Unit([Factor(label: byteLabel, exponent: 1, symbol: symbol, scale: Rational(scale))])
    }

    static let measures: [Unit] = [
        second, minute, hour, day, month, year, usd, cent, percent, millisecond, hertz, pixel, byte, kB, MB, GB, TB, PB, KiB, MiB,
        GiB, TiB, PiB, awsGB, billedGB, bit, Gbit,
    ]
}
