extension Design {
    /// How the two walkthroughs' clients try again. Not a design to plan with: a reconnect storm takes its clients from it.
    public static let walkthroughs = Design("walkthroughs", "One-to-one and WhatsApp walkthroughs", dailyUsers: "") { d in
        d.section("one-to-one, when it fails")
        _ = d.assume("one_to_one.retry.first_delay_s", 1, .second)
        _ = d.assume("one_to_one.retry.multiplier", 2, .ratio)
        d.section("WhatsApp, back-off")
        let base = d.assume("whatsapp.retry.base_ms", 1000, .millisecond)
        let factor = d.assume("whatsapp.retry.greatest_factor", 64, .ratio, "two to the power of whatsapp.retry.max_exponent, 6")
        _ = d.assume("whatsapp.retry.cap_ms", 60_000, .millisecond)
        _ = d.assume("whatsapp.retry.jitter_divisor", 2, .ratio, range: .positive)
        d.derive(
            "whatsapp.retry.comment_max_s", .second, base * factor / .milliseconds, "the cap below it is never passed")
    }
}
