extension Design {
    /// Chat, round 2: thirty million daily users, push, media, one region that survives a zone.
    public static let chatRound2 = Design("chat-r2", "Chat round 2", dailyUsers: "chat.r2.dau") { d in
        chatRound2Traffic(&d)
        chatRound2Heartbeats(&d)
        chatRound2Gateways(&d)
        chatRound2Push(&d)
        chatRound2Tables(&d)
        chatRound2ZoneLoss(&d)
        chatRound2Cache(&d)
        chatRound2Media(&d)
        chatRound2Bill(&d)
        d.statedForAllUsers(
            "chat.r2.sockets.peak", "chat.r2.msgs.per_day", "chat.r2.opens.per_day", "chat.r2.reads.history_units_per_day",
            "chat.r2.media.files_per_day", "cal.chat.r2.dynamodb.stored_bytes", "cal.chat.r2.cache.cursor_ops")
    }

    private static func chatRound2Traffic(_ d: inout Draft) {
        d.section("R2 header")
        _ = d.assume("chat.r2.region.count", 1, .region, range: .whole(atLeast: 1))
        _ = d.assume("chat.r2.az.count", 3, .zone, range: .whole(atLeast: 1))
        _ = d.assume("chat.r2.dau", 30_000_000, .user, range: .positive)
        _ = d.assume("chat.r2.sockets.peak", 10_000_000, .socket, "open at the evening peak")
        let messages = d.assume("chat.r2.msgs.per_day", 500_000_000, .message / .day)
        _ = d.share("chat.r2.slo.availability", 0.9999)
        _ = d.assume("chat.r2.slo.send_to_display_p99_ms", 100, .millisecond)
        _ = d.assume("chat.r2.slo.reconnect_p99_ms", 300, .millisecond)
        _ = d.assume("chat.r2.slo.battery_pct_per_day", 1.5, .percent / .day)
        d.quoted("chat.r2.battery.estimate_pct_per_day", 0.3, .percent / .day, "its arithmetic is not in the text")

        d.section("R2.6")
        let peakFactor = d.assume("chat.r2.peak_factor", 3.5, .ratio, range: .atLeast(1), "evening peak over the day's average")
        let average = d.derive("chat.r2.msgs.avg_per_s", .message / .second, messages.aSecond)
        let peak = d.derive("chat.r2.msgs.peak_per_s", .message / .second, average * peakFactor)
        d.derive("chat.r2.msgs.peak_per_s_header", .message / .second, peak, "about, in the header")
        let recipients = d.assume("chat.r2.recipients_per_msg", 1.9, .delivery / .message)
        let deliveries = d.derive("chat.r2.deliveries.per_day", .delivery / .day, messages * recipients)

        let kinds = d.assume("chat.r2.receipts.kinds_per_recipient", 2, .receipt / .delivery, "delivered and read")
        let shortcut = d.derive(
            "chat.r2.receipts.shortcut_per_day", .receipt / .day, (messages * kinds).as(.receipt / .day),
            "the wrong shortcut: two a message")
        d.derive("chat.r2.receipts.shortcut_peak_per_s", .receipt / .second, shortcut.aSecond * peakFactor)
        d.derive("chat.r2.receipts.per_day", .receipt / .day, deliveries * kinds, "two a recipient, before watermarks")

        let json = d.assume("chat.r2.frames.quoted_json_bytes", 800, .byte / .message, "often quoted")
        let binary = d.assume("chat.r2.frames.quoted_binary_bytes", 160, .byte / .message, "often quoted")
        d.derive("chat.r2.frames.quoted_json_per_day", .GB / .day, messages * json, "uploads only")
        d.derive("chat.r2.frames.quoted_binary_per_day", .GB / .day, messages * binary, "uploads only")
        let (send, ack, receive) = (frame("send_bin"), frame("ack_bin"), frame("receive_bin"))
        d.derive("chat.r2.frames.binary_bytes_per_day", .GB / .day, messages * (send + ack) + deliveries * receive)
        let saving = d.derive(
            "chat.r2.frames.json_saving_per_day", .GB / .day,
            messages * (frame("send_json") + frame("ack_json") - send - ack) + deliveries * (frame("receive_json") - receive))
        d.derive("chat.r2.cost.json_saving_upper", .usd / .month, saving.egressCost, "the text: under $1,000")
    }

    private static func frame(_ name: String) -> Formula { .calibrated("cal.chat.r2.frame.\(name)") }

    private static func chatRound2Heartbeats(_ d: inout Draft) {
        let wifi = d.assume("chat.r2.heartbeat.wifi_interval_s", 60, .second / .ping, range: .positive)
        let cellular = d.assume("chat.r2.heartbeat.cellular_interval_s", 180, .second / .ping, range: .positive)
        let share = d.share("chat.r2.heartbeat.wifi_share", 0.5, "of the open sockets")
        let always = d.share(
            "chat.r2.heartbeat.socket_hours_share", 1,
            "of a day for which as many sockets are open as at the peak; the text's bytes need all of it")
        let rate = d.derive("chat.r2.heartbeat.rate_per_socket_s", .ping / .second, share / wifi + (1 - share) / cellular)
        let interval = d.derive(
            "chat.r2.heartbeat.effective_interval_s", .second / .ping, 1 / rate, "rates are averaged, not intervals")
        d.derive("chat.r2.heartbeat.naive_interval_s", .second / .ping, (wifi + cellular) / 2, "the wrong average")
        let pings = (d["chat.r2.sockets.peak"] * always / interval).as(.ping / .second) * .day
        let bytes = d.derive(
            "chat.r2.heartbeat.bytes_per_day", .TB / .day, pings * .calibrated("cal.chat.r2.hb.bytes_per_exchange"),
            "ping and pong")
        d.derive("chat.r2.heartbeat.ratio_to_frames", .ratio, bytes / d["chat.r2.frames.binary_bytes_per_day"])
        d.derive(
            "chat.r2.cost.heartbeat_upper", .usd / .month, (bytes / 2).egressCost,
            "the half that goes to phones; the text: a few hundred dollars")
        let longest = d.derive(
            "chat.r2.heartbeat.longest_interval_s", .second,
            largest(["wifi": wifi, "cellular": cellular]).as(.second), "between two pings of a socket")
        d.limit(
            "chat.r2.heartbeat.idle_timeout_use", "heartbeat under the balancer's idle time-out", used: longest,
            of: .quota("nlb.tcp_idle_timeout"))
    }

    private static func chatRound2Gateways(_ d: inout Draft) {
        let (sockets, zones) = (d["chat.r2.sockets.peak"], d["chat.r2.az.count"])
        let perTask = d.planningFigure("chat.r2.gateways.sockets_per_task", book: "gateway.sockets_per_task", "to load-test")
        let headroom = d.assume(
            "chat.r2.gateways.headroom", 1.1, .ratio, range: .atLeast(1), "two zones hold everything, and a tenth")
        let naive = d.derive("chat.r2.gateways.naive_tasks", .task, sockets / perTask, "no zone may be lost")
        d.derive("chat.r2.gateways.naive_capacity", .socket, naive * perTask)
        let perZone = d.derive("chat.r2.gateways.naive_per_az", .task / .zone, ceil(naive / zones))
        d.derive("chat.r2.gateways.naive_three_az", .task, perZone * zones)
        let gone = d.assume("chat.r2.azloss.zones_lost", 1, .zone)
        let tasks = d.fleet("chat.r2.gateways", demand: naive, zones: zones, headroom: headroom, lost: gone)
        let full = d.derive("chat.r2.gateways.sockets_a_task", .socket / .task, sockets / tasks, "at the peak")
        let lost = d.derive(
            "chat.r2.azloss.sockets_a_task", .socket / .task, sockets / d["chat.r2.gateways.surviving_tasks"],
            "at the peak, a zone lost")
        let book = "gateway.sockets_per_task"
        d.limit("chat.r2.gateways.sockets_use", "gateway sockets", used: full, of: perTask, book: book)
        d.limit("chat.r2.azloss.sockets_use", "gateway sockets, a zone lost", used: lost, of: perTask, book: book)
    }

    private static func chatRound2Push(_ d: inout Draft) {
        let unseen = d.share("chat.r2.push.not_foreground", 0.55)
        let kept = d.share("chat.r2.push.coalesce_keep", 0.57, "of pushes, after those for one conversation are joined")
        let perDay = d.derive(
            "chat.r2.push.per_day", .push / .day, (d["chat.r2.deliveries.per_day"] * unseen * kept).as(.push))
        let planned = d.derive("chat.r2.push.per_day_planning", .push / .day, perDay.rounded(significantDigits: 2))
        d.derive("chat.r2.push.avg_per_s", .push / .second, planned.aSecond)
        let peak = d.derive("chat.r2.push.peak_per_s", .push / .second, planned.aSecond * d["chat.r2.peak_factor"])
        let android = d.share("chat.r2.push.android_share", 0.6)
        let invalid = d.assume("chat.r2.push.invalid_extra", 0, .ratio, "to tokens FCM no longer knows, on top; it counts them")
        let fcm = d.derive("chat.r2.push.fcm_peak_per_s", .push / .second, peak * android * (1 + invalid))
        let perMinute = d.derive("chat.r2.push.fcm_peak_per_min", .message / .minute, (fcm * .minute).as(.message))
        let quota = d.quota("chat.r2.push.fcm_quota_per_min", book: "fcm.project.messages_per_min")
        d.limit("chat.r2.push.fcm_quota_use", "FCM messages a minute", used: perMinute, of: quota)
        let devices = d["chat.r2.dau"].as(.phone) * android
        let perDevice = d.derive(
            "chat.r2.push.fcm_device_peak_per_hour", .message / .hour, (fcm / devices * .hour).as(.message / .hour),
            "to one Android phone, on average")
        d.limit(
            "chat.r2.push.fcm_device_use", "FCM messages an hour to one phone", used: perDevice,
            of: .quota("fcm.device.messages_per_hour"))
        let sns = d.derive(
            "chat.r2.push.sns_usd_per_million", .usd / .push.times(1_000_000),
            .price("sns.push_publish_million") + .price("sns.push_delivery_million"), "publish and delivery")
        d.derive("chat.r2.push.sns_cost_per_month", .usd / .month, planned.aMonth * sns)
    }
}
