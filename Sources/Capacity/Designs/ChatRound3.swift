extension Design {
    /// Chat, round 3: a hundred million daily users with 2.2 devices each, end-to-end encryption. Takes push and gateway
    /// rules from round 2.
    public static let chatRound3 = Design("chat-r3", "Chat round 3", dailyUsers: "chat.r3.dau") { d in
        chatRound3Traffic(&d)
        chatRound3Tables(&d)
        chatRound3Gateways(&d)
        chatRound3KeyDirectory(&d)
        chatRound3Push(&d)
        chatRound3Cache(&d)
        chatRound3MediaAndBackups(&d)
        chatRound3Telemetry(&d)
        chatRound3Bill(&d)
        d.statedForAllUsers("chat.r3.sockets.peak", "chat.r3.cache.cursor_ops")
    }

    private static func chatRound3Traffic(_ d: inout Draft) {
        d.section("R3 header")
        _ = d.assume("chat.r3.region.count", 1, .region, range: .whole(atLeast: 1), "priced as one home region")
        _ = d.assume("chat.r3.az.count", 3, .zone, range: .whole(atLeast: 1))
        let users = d.assume("chat.r3.dau", 100_000_000, .user, range: .positive)
        let devices = d.assume("chat.r3.devices_per_user", 2.2, .device / .user, range: .atLeast(1))
        _ = d.assume("chat.r3.envelopes_per_msg", 7.5, .envelope / .message, "about; its parts are not itemised")
        _ = d.assume("chat.r3.sockets.peak", 40_000_000, .socket)
        _ = d.share("chat.r3.slo.availability", 0.9999)
        d.section("R3.6")
        let perUser = d.assume("chat.r3.msgs.per_user_day", 17, .message / .user / .day)
        let messages = d.derive("chat.r3.msgs.per_day", .message / .day, users * perUser)
        let peakFactor = d.assume("chat.r3.peak_factor", 3.5, .ratio, range: .atLeast(1))
        let average = d.derive("chat.r3.msgs.avg_per_s", .message / .second, messages.aSecond)
        let peak = d.derive("chat.r3.msgs.peak_per_s", .message / .second, average * peakFactor)
        d.derive("chat.r3.msgs.peak_per_s_header", .message / .second, peak, "about, in the header")
        let recipients = d.assume("chat.r3.recipients_per_msg", 1.9, .recipient / .message)
        let theirs = (recipients.as(.user) * devices).as(.envelope)
        let own = (1.of(.user / .message) * devices - 1.of(.device / .message)).as(.envelope)
        d.derive(
            "chat.r3.deliveries_per_msg", .envelope / .message, theirs + own,
            "the recipients' devices and the sender's others")
    }

    private static func chatRound3Tables(_ d: inout Draft) {
        let perMessage = d.assume(
            "chat.r3.dynamodb.write_units_per_msg", 15.66, .writeUnit / .message, "its parts are not itemised")
        let average = d.derive(
            "chat.r3.dynamodb.writes_avg_per_s", .writeUnit / .second, d["chat.r3.msgs.avg_per_s"] * perMessage)
        let peak = d.derive(
            "chat.r3.dynamodb.writes_peak_per_s", .writeUnit / .second, d["chat.r3.msgs.peak_per_s"] * perMessage)
        _ = d.assume("chat.r3.envelope.stored_bytes", 400, .byte / .envelope, "with its attributes")
        _ = d.assume("chat.r3.envelope.units_write", 1, .writeUnit / .envelope)
        _ = d.assume("chat.r3.envelope.units_delete", 1, .writeUnit / .envelope)
        d.section("R3.5")
        _ = d.assume("chat.r3.envelope.ttl_days", 30, .day)
        d.section("R3.6")
        d.writeLines("chat.r3.cost.writes", mean: average, peak: peak)

        let opens = d.assume("chat.r3.opens_per_user_day", 15, .open / .user / .day)
        let perOpen = d.assume("chat.r3.reads.units_per_open", 4, .readUnit / .open, "round 2's; this text gives none")
        let reads = d.derive(
            "chat.r3.reads.avg_per_s", .readUnit / .second, (d["chat.r3.dau"] * opens * perOpen).as(.readUnit / .day).aSecond)
        let readPeak = d.derive("chat.r3.reads.peak_per_s", .readUnit / .second, reads * d["chat.r3.peak_factor"])
        d.readLines("chat.r3.cost.reads", mean: reads, peak: readPeak)
    }

    private static func chatRound3Gateways(_ d: inout Draft) {
        let (sockets, zones) = (d["chat.r3.sockets.peak"], d["chat.r3.az.count"])
        let perTask = chatRound2["chat.r2.gateways.sockets_per_task"]
        d.derive(
            "chat.r3.gateways.per_az_base", .task / .zone, sockets / (zones - 1.of(.zone)) / perTask,
            "two zones hold everything")
        let tasks = d.fleet(
            "chat.r3.gateways", demand: sockets / perTask, zones: zones, headroom: chatRound2["chat.r2.gateways.headroom"],
            lost: chatRound2["chat.r2.azloss.zones_lost"])
        let surviving = d["chat.r3.gateways.surviving_tasks"]
        let full = d.derive("chat.r3.gateways.sockets_a_task", .socket / .task, sockets / tasks, "at the peak")
        let lost = d.derive("chat.r3.azloss.sockets_a_task", .socket / .task, sockets / surviving, "at the peak, a zone lost")
        let book = "gateway.sockets_per_task"
        d.limit("chat.r3.gateways.sockets_use", "gateway sockets", used: full, of: perTask, book: book)
        d.limit("chat.r3.azloss.sockets_use", "gateway sockets, a zone lost", used: lost, of: perTask, book: book)

        let phones = d.derive(
            "chat.r3.azloss.phones", .phone, (sockets / zones * chatRound2["chat.r2.azloss.zones_lost"]).as(.phone))
        let admitted = d.derive(
            "chat.r3.azloss.admit_per_s", .connection / .second, surviving * chatRound2["chat.r2.azloss.admit_per_gateway_s"])
        d.derive("chat.r3.azloss.drain_s", .second, phones.as(.connection) / admitted, "nobody is quicker")
        d.derive(
            "chat.r3.azloss.extra_read_units_per_s", .readUnit / .second,
            admitted * chatRound2["chat.r2.azloss.read_units_per_reconnect"])
    }

    private static func chatRound3Push(_ d: inout Draft) {
        let mobile = d.assume("chat.r3.push.phones_tablets_per_user", 1.6, .device / .user, "of 2.2")
        let perMessage = d.derive(
            "chat.r3.push.envelopes_per_msg", .envelope / .message,
            d["chat.r3.deliveries_per_msg"] * mobile / d["chat.r3.devices_per_user"])
        let perDay = d.derive(
            "chat.r3.push.per_day", .push / .day,
            (d["chat.r3.msgs.per_day"] * perMessage * chatRound2["chat.r2.push.not_foreground"]
                * chatRound2["chat.r2.push.coalesce_keep"]).as(.push))
        let planned = d.derive("chat.r3.push.per_day_planning", .push / .day, perDay.rounded(significantDigits: 3))
        d.derive("chat.r3.push.avg_per_s", .push / .second, planned.aSecond)
        let peak = d.derive("chat.r3.push.peak_per_s", .push / .second, planned.aSecond * d["chat.r3.peak_factor"])
        let android = d.share("chat.r3.push.android_share", 0.6)
        let fcm = d.derive(
            "chat.r3.push.fcm_peak_per_s", .push / .second, peak * android * (1 + chatRound2["chat.r2.push.invalid_extra"]))
        let perMinute = d.derive("chat.r3.push.fcm_peak_per_min", .message / .minute, (fcm * .minute).as(.message))
        d.limit(
            "chat.r3.push.fcm_quota_multiple", "FCM messages a minute", used: perMinute,
            of: chatRound2["chat.r2.push.fcm_quota_per_min"])
        d.derive(
            "chat.r3.push.sns_cost_per_month", .usd / .month, planned.aMonth * chatRound2["chat.r2.push.sns_usd_per_million"])
    }
}
