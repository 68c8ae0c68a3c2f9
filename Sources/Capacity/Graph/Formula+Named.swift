/// Conversions. Nothing turns a day into seconds, a ratio into a percent or a dollar into cents but these.
extension Formula {
    /// 86,400 s/day.
    public static let day = named("day", 86_400, .second / .day)
    /// 3,600 s/h.
    public static let hour = named("hour", 3600, .second / .hour)
    /// 60 s/min.
    public static let minute = named("minute", 60, .second / .minute)
    /// 1,000 ms/s.
    public static let milliseconds = named("milliseconds", 1000, .millisecond / .second)
    /// 100 %: `share * .percent`, `percentage / .percent`.
    public static let percent = named("percent", 100, .percent)
    /// 100 US cents/USD.
    public static let cents = named("cents", 100, .cent / .usd)
    /// 8 bit/B.
    public static let bits = named("bits", 8, .bit / .byte)

    private static func named(_ name: String, _ value: Rational, _ unit: Unit) -> Formula {
        Formula(.named(name, Quantity(value, unit)), unit.dimension)
    }

    /// Hours that a month is billed for: 730, an input.
    public static let hoursPerMonth = Formula(Convention.hoursPerMonth)
    /// Days of use in a month: 30.4, an input.
    public static let daysPerMonth = Formula(Convention.daysPerMonth)
    /// Bytes in the gigabyte of a bill: 10⁹, as the designs read price lists; AWS itself counts 2³⁰. An input.
    public static let billedGigabyte = Formula(Convention.billedGigabyte)
}

/// Inputs that every design shares.
enum Convention {
    static let hoursPerMonth = Node(
        "chat.calc.hours_per_month", .assumption, .hour / .month, .convention("design chat R1.7, R2.6"), value: 730,
        range: .positive,
        note: "list prices at 730 hours a month")
    static let daysPerMonth = Node(
        "chat.calc.days_per_month", .assumption, .day / .month, .convention("design chat R2.6"), value: 30.4, range: .positive,
        note: "the feed design uses the same factor")
    static let billedGigabyte = Node(
        "aws.billed_gb_bytes", .assumption, .byte / .billedGB, .convention("the designs' decimal GB; AWS bills 2^30 bytes"),
        value: 1_000_000_000, range: .positive, note: "set it to 1 aws.GB/billed-GB for a bill as AWS writes it")
    static let freeTier = Node(
        "aws.free_tier", .assumption, .ratio, .convention("the designs ignore free tiers"), value: 0, range: .share,
        note: "1 takes each free tier off once for the account")
}
