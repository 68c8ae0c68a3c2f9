extension Design {
    /// Chat, round 1: a million daily users in one region, three zones.
    public static let chatRound1 = Design("chat-r1", "Chat round 1", dailyUsers: "chat.r1.dau") { d in
        d.section("R1 header")
        let users = d.assume("chat.r1.dau", 1_000_000, .user)
        _ = d.assume("chat.r1.region.count", 1, .region, range: .whole(atLeast: 1))
        _ = d.assume("chat.r1.az.count", 3, .zone, range: .whole(atLeast: 2))

        d.quoted("chat.r1.cost.total_per_month", 7300, .usd / .month, "its derivation is in another document")

        d.section("R1.7")
        let perUser = d.assume("chat.r1.msgs.per_user_day", 20, .message / .user / .day)
        let peakFactor = d.assume("chat.r1.peak_factor", 3.5, .ratio, "evening peak over the day's average")
        let openShare = d.share("chat.r1.sockets.open_share_peak", 0.1, "of daily users, at the peak")
        let perDay = d.derive("chat.r1.msgs.per_day", .message / .day, users * perUser)
        d.derive("chat.r1.msgs.peak_per_s", .message / .second, perDay / .day * peakFactor)
        d.derive("chat.r1.sockets.peak", .socket, (users * openShare).as(.socket))

        let text = d.assume("chat.r1.phone.text_bytes", 60, .byte / .row)
        let idCharacters = d.assume("chat.r1.phone.id_chars", 36, .byte / .key, "a character is a byte")
        let ids = d.assume("chat.r1.phone.ids_per_row", 3, .key / .row)
        _ = d.assume("chat.r1.phone.index_entries_per_row", 2, .entry / .row)
        let row = d.assume("chat.r1.phone.row_bytes", 350, .byte / .row, "the parts that add up to it are not itemised")
        d.derive("chat.r1.phone.row_itemised_bytes", .byte / .row, text + idCharacters * ids, "what of a row is itemised")
        let rowsPerYear = perUser.as(.row / .user / .day) * 365.of(.day / .year)
        d.derive("chat.r1.phone.bytes_per_year", .MB / .user / .year, rowsPerYear * row, "of messages sent")
    }
}
