extension StatedFigures {
    /// What the two designs say follows, to check what is computed against; nothing is computed from it. The tolerance is
    /// half a unit of the last digit printed, as a share. `below` and `above` are bounds; `estimated` has no formula in the
    /// text.
    static let text = """
        # id | stated | unit | tolerance | how | section
        chat.r1.msgs.per_day | 20000000 | messages/day | 0.025 |  | R1 header
        chat.r1.msgs.peak_per_s | 810 | messages/s | 0.00062 |  | R1 header
        chat.r1.sockets.peak | 100000 | sockets | 0.05 |  | R1 header
        chat.r1.cost.total_per_month | 7300 | USD/month | 0.0069 |  | R2.0
        chat.r2.msgs.avg_per_s | 5787 | messages/s | 8.7e-05 |  | R2.6
        chat.r2.msgs.peak_per_s | 20255 | messages/s | 2.5e-05 |  | R2.6
        chat.r2.msgs.peak_per_s_header | 20000 | messages/s | 0.025 |  | R2 header
        chat.r2.battery.estimate_pct_per_day | 0.3 | %/day | 0.17 |  | R3.0
        chat.r2.deliveries.per_day | 950000000 | deliveries/day | 0.00053 |  | R2.6
        chat.r2.receipts.shortcut_per_day | 1000000000 | receipts/day | 0.05 |  | R2.6
        chat.r2.receipts.shortcut_peak_per_s | 40500 | receipts/s | 0.0013 |  | R2.6
        chat.r2.receipts.per_day | 1900000000 | receipts/day | 0.027 |  | R2.6
        chat.r2.frames.quoted_json_per_day | 400000000000 | B/day | 0.0013 |  | R2.6
        chat.r2.frames.quoted_binary_per_day | 80000000000 | B/day | 0.0063 |  | R2.6
        chat.r2.frames.binary_bytes_per_day | 203000000000 | B/day | 0.0025 |  | R2.6
        chat.r2.frames.json_saving_per_day | 319000000000 | B/day | 0.0016 |  | R2.6
        chat.r2.cost.json_saving_upper | 1000 | USD/month | 0 | below | R2.6
        chat.r2.heartbeat.rate_per_socket_s | 0.0111 | pings/s | 0.0046 |  | R2.6
        chat.r2.heartbeat.effective_interval_s | 90 | s/ping | 0.0056 |  | R2.6
        chat.r2.heartbeat.naive_interval_s | 120 | s/ping | 0.0042 |  | R2.6
        chat.r2.heartbeat.bytes_per_day | 1150000000000 | B/day | 0.0044 |  | R2.6
        chat.r2.heartbeat.ratio_to_frames | 5.7 | ratio | 0.0088 |  | R2.6
        chat.r2.cost.heartbeat_upper | 1000 | USD/month | 0 | below | R2.6
        chat.r2.gateways.naive_tasks | 200 | tasks | 0.0025 |  | R2.6
        chat.r2.gateways.naive_capacity | 10000000 | sockets | 0.05 |  | R2.6
        chat.r2.gateways.naive_per_az | 67 | tasks/zone | 0.0075 |  | R2.6
        chat.r2.gateways.naive_three_az | 201 | tasks | 0.0025 |  | R2.6
        chat.r2.gateways.surviving_tasks | 220 | tasks | 0.0023 |  | R2.6
        chat.r2.cache.tight_utilization | 0.99 | ratio | 0.0051 |  | R2.6
        chat.r2.cache.ops_per_shard | 63000 | ops/s/shard | 0.008 |  | R2.6
        chat.r2.cache.nodes | 10 | nodes | 0.05 |  | R2.6
        chat.r2.push.per_day | 300000000 | pushes/day | 0.017 |  | R2.6
        chat.r2.push.avg_per_s | 3472 | pushes/s | 0.00015 |  | R2.6
        chat.r2.push.peak_per_s | 12200 | pushes/s | 0.0041 |  | R2.6
        chat.r2.push.fcm_peak_per_s | 7300 | pushes/s | 0.0069 |  | R2.6
        chat.r2.push.fcm_peak_per_min | 437000 | messages/min | 0.0012 |  | R2.6
        chat.r2.push.fcm_quota_use | 0.73 | ratio | 0.0069 |  | R2.6
        chat.r2.push.sns_cost_per_month | 9100 | USD/month | 0.0055 |  | R2.6
        chat.r2.dynamodb.writes_avg_per_s | 34000 | write-units/s | 0.0015 |  | R2.6
        chat.r2.dynamodb.writes_peak_per_s | 119000 | write-units/s | 0.0043 |  | R2.6
        chat.r2.reads.opens_units_per_day | 1800000000 | read-units/day | 0.028 |  | R2.6
        chat.r2.reads.units_per_day | 2100000000 | read-units/day | 0.024 |  | R2.6
        chat.r2.reads.avg_per_s | 24300 | read-units/s | 0.0021 |  | R2.6
        chat.r2.azloss.phones | 3330000 | phones | 0.0016 |  | R2.6
        chat.r2.azloss.admit_per_s | 66000 | connections/s | 0.0076 |  | R2.6
        chat.r2.azloss.drain_s | 50 | s | 0.02 |  | R2.6
        chat.r2.azloss.extra_read_units_per_s | 53000 | read-units/s | 0.0095 |  | R2.6
        chat.r2.media.stored_bytes | 750000000000000 | B | 0.0067 |  | R2.7
        chat.r2.media.growth_per_month | 760000000000000 | B/month | 0.0066 |  | R2.7
        chat.r2.cost.media_storage | 16300 | USD/month | 0.0031 |  | R2.7
        chat.r2.media.sample_parts | 25 | parts | 0.02 |  | R2.3
        chat.r2.cost.total_per_month | 168300 | USD/month | 0.0003 |  | R2.6
        chat.r2.cost.total_rounded | 168000 | USD/month | 0.003 |  | R3.0
        chat.r2.cost.media | 78300 | USD/month | 0.00064 |  | R2.6
        chat.r2.cost.media_share | 0.47 | ratio | 0.011 |  | R2.6
        chat.r2.cost.gateway_share | 0.21 | ratio | 0.024 |  | R2.6
        chat.r2.cost.dynamodb_share | 0.2 | ratio | 0.025 |  | R2.6
        chat.r2.cost.per_dau_cents | 0.56 | US cents/user/month | 0.009 |  | R2.6
        chat.r3.msgs.per_day | 1700000000 | messages/day | 0.03 |  | R3 header
        chat.r3.msgs.avg_per_s | 19676 | messages/s | 2.6e-05 |  | R3.6
        chat.r3.msgs.peak_per_s | 68866 | messages/s | 7.3e-06 |  | R3.6
        chat.r3.msgs.peak_per_s_header | 69000 | messages/s | 0.0073 |  | R3 header
        chat.r3.deliveries_per_msg | 5.38 | envelopes/message | 0.00093 |  | R3.6
        chat.r3.dynamodb.writes_avg_per_s | 308000 | write-units/s | 0.0017 |  | R3.6
        chat.r3.dynamodb.writes_peak_per_s | 1080000 | write-units/s | 0.0047 |  | R3.6
        chat.r3.gateways.per_az_base | 400 | tasks/zone | 0.0013 |  | R3.6
        chat.r3.gateways.per_az | 440 | tasks/zone | 0.0012 |  | R3.6
        chat.r3.gateways.tasks | 1320 | tasks | 0.00038 |  | R3.6
        chat.r3.keydir.fetches_per_day | 110000000 | fetches/day | 0.0046 |  | R3.6
        chat.r3.keydir.fetches_per_s | 1270 | fetches/s | 0.004 |  | R3.6
        chat.r3.keydir.pq_units | 2 | write-units/key | 0.25 |  | R3.6
        chat.r3.keydir.write_units_per_fetch | 6 | write-units/fetch | 0.084 |  | R3.6
        chat.r3.keydir.write_units_per_day | 660000000 | write-units/day | 0.0076 |  | R3.6
        chat.r3.keydir.write_units_per_s | 7600 | write-units/s | 0.0066 |  | R3.6
        chat.r3.keydir.devices | 220000000 | devices | 0.0023 |  | R3.6
        chat.r3.keydir.stored_bytes | 19800000000000 | B | 0.0026 |  | R3.6
        chat.r3.devicelist.lookups_peak_per_s | 200000 | lookups/s | 0.0025 |  | R3.6
        chat.r3.cache.registry_ops | 667000 | ops/s | 0.00075 |  | R3.6
        chat.r3.cache.live_envelope_deliveries | 259000 | envelopes/s | 0.002 |  | R3.6
        chat.r3.cache.deadline_ops | 620000 | ops/s | 0.00081 |  | R3.6
        chat.r3.cache.connect_ops | 122000 | ops/s | 0.0041 |  | R3.6
        chat.r3.cache.total_ops | 1670000 | ops/s | 0.003 |  | R3.6
        chat.r3.cache.tight_shards | 21 | shards | 0.024 |  | R3.6
        chat.r3.cache.ops_per_shard | 70000 | ops/s/shard | 0.0072 |  | R3.6
        chat.r3.cache.nodes | 48 | nodes | 0.011 |  | R3.6
        chat.r3.push.envelopes_per_msg | 3.91 | envelopes/message | 0.0013 |  | R3.6
        chat.r3.push.per_day | 2090000000 | pushes/day | 0.003 |  | R3.6
        chat.r3.push.avg_per_s | 24200 | pushes/s | 0.0021 |  | R3.6
        chat.r3.push.peak_per_s | 84700 | pushes/s | 0.0006 |  | R3.6
        chat.r3.push.fcm_peak_per_s | 50800 | pushes/s | 0.00099 |  | R3.6
        chat.r3.push.fcm_peak_per_min | 3050000 | messages/min | 0.0017 |  | R3.6
        chat.r3.push.fcm_quota_multiple | 5 | ratio | 0.1 |  | R3.6
        chat.r3.push.sns_cost_per_month | 63500 | USD/month | 0.00079 |  | R3.6
        chat.r3.media.cloudfront_saving | 0.25 | ratio | 0.1 |  | R3.6
        chat.r3.cost.media | 327400 | USD/month | 0.00016 |  | R3.6
        chat.r3.cost.media_share | 0.41 | ratio | 0.019 |  | R3.6
        chat.r3.cost.envelope_writes | 209000 | USD/month | 0.0024 |  | R3.6
        chat.r3.cost.envelope_writes_share | 0.26 | ratio | 0.026 |  | R3.6
        chat.r3.cost.gateway_share | 0.18 | ratio | 0.034 |  | R3.6
        chat.r3.cost.per_dau_cents | 0.79 | US cents/user/month | 0.0064 |  | R3.6
        chat.r3.lever.cursor_saved_writes | 100000 | USD/month | 0.005 |  | R3.6
        chat.r3.lever.cursor_storage_low | 38000 | USD/month | 0.014 |  | R3.6
        chat.r3.lever.cursor_storage_high | 44000 | USD/month | 0.012 |  | R3.6
        chat.r3.group.member_devices | 560 | devices | 0.009 |  | R3.11
        feed.r1.refreshes.peak_per_s | 347 | refreshes/s | 0.0015 |  | R1 header
        feed.r1.display.frame_ms_60 | 16.7 | ms | 0.003 |  | R1.3
        feed.r1.display.frame_ms_120 | 8.33 | ms | 0.00061 |  | R1.3
        feed.r1.user.full_pages_per_day | 8 | pages/user/day | 0.063 |  | R1.7
        feed.r1.user.images_per_day | 50 | images/user/day | 0.01 |  | R1.7
        feed.r1.user.api_bytes_per_day | 480000 | B/user/day | 0.011 |  | R1.7
        feed.r1.user.image_bytes_per_day | 3000000 | B/user/day | 0.017 |  | R1.7
        feed.r1.user.bytes_per_day | 3500000 | B/user/day | 0.015 |  | R1.7
        feed.r1.user.bytes_per_month | 106000000 | B/user/month | 0.0048 |  | R1.7
        feed.r1.user.nocache_bytes_per_day | 12000000 | B/user/day | 0.042 |  | R1.7
        feed.r1.user.cache_saves_bytes_per_day | 9000000 | B/user/day | 0.056 |  | R1.7
        feed.r1.api.tasks_needed | 2 | tasks | 0.25 |  | R1.7
        feed.r1.api.tasks | 3 | tasks | 0.17 |  | R1.7
        feed.r1.nocache.bytes_per_month | 365000000000000 | B/month | 0.0014 |  | R1.7
        feed.r1.nocache.data_cost | 18600 | USD/month | 0.0027 |  | R1.7
        feed.r1.nocache.requests_per_month | 6100000000 | requests/month | 0.0082 |  | R1.7
        feed.r1.nocache.request_cost | 6100 | USD/month | 0.0082 |  | R1.7
        feed.r1.nocache.total_cost | 24700 | USD/month | 0.0021 |  | R1.7
        feed.r1.cost.image_delivery | 8000 | USD/month | 0.063 |  | R1.7
        feed.r1.cost.total_per_month | 10300 | USD/month | 0.0049 |  | R2.0
        feed.r2.syncs.per_day | 1000000000 | syncs/day | 0.05 |  | R3.0
        feed.r2.syncs.peak_per_s | 35000 | syncs/s | 0.015 |  | R2 header
        feed.r2.actions.per_day | 250000000 | actions/day | 0.002 |  | R3.0
        feed.r2.actions.peak_per_s | 8700 | actions/s | 0.0058 |  | R2 header
        feed.r2.egress.peak_bps | 1120000000 | bit/s | 0.0045 |  | R3.0
        feed.r2.egress.reduction | 15 | ratio | 0.034 |  | R2.6
        feed.r2.log.entries_per_sync | 2.3 | entries/sync | 0.022 |  | R2.6
        feed.r2.log.entries_peak_per_s | 79500 | entries/s | 0.00063 |  | R2.6
        feed.r2.log.writes_peak_per_s | 159000 | write-units/s | 0.0032 |  | R2.6
        feed.r2.kinesis.shards_needed | 80 | shards | 0.0063 |  | R2.6
        feed.r2.push.peak_per_s | 5200 | pushes/s | 0.0097 |  | R2.6
        feed.r2.push.fcm_quota_per_s | 10000 | messages/s | 0.05 |  | R2.6
        feed.r2.log.entries_per_month | 69600000000 | entries/month | 0.00072 |  | R2.6
        feed.r2.cost.log_ondemand | 87000 | USD/month | 0.0058 |  | R2.6
        feed.r2.cost.provisioned_cut | 0.6 | ratio | 0.05 |  | R2.6
        feed.r2.cdn_alt.requests_per_month | 33400000000 | requests/month | 0.0015 |  | R2.6
        feed.r2.cdn_alt.request_cost | 33000 | USD/month | 0.016 |  | R2.6
        feed.r2.full_pages.egress_per_month | 1820000000000000 | B/month | 0.0028 |  | R2.6
        feed.r2.full_pages.cost | 95000 | USD/month | 0.0053 |  | R2.6
        feed.r2.cost.api_egress | 9600 | USD/month | 0.0053 |  | R2.6
        feed.r2.user.full_page_extra_bytes_per_day | 1100000 | B/user/day | 0.046 |  | R2.6
        feed.r2.user.sync_bytes_per_day | 80000 | B/user/day | 0.0063 |  | R2.6
        feed.r2.user.bytes_per_day | 1600000 | B/user/day | 0.032 |  | R2.6
        feed.r2.user.bytes_per_month | 49000000 | B/user/month | 0.011 |  | R2.6
        feed.r2.cost.total_per_month | 207000 | USD/month | 0.0025 |  | R3.0
        feed.r2.cost.per_dau | 0.004 | USD/user/month | 0.13 |  | R2.6
        feed.r2.cost.images_share_min | 0.5 | ratio | 0 | above | R2.6
        feed.r3.syncs.peak_per_s | 55600 | syncs/s | 0.0009 |  | R3 header
        feed.r3.protocol.old_share | 0.28 | ratio | 0.018 |  | R3.6
        feed.r3.protocol.fleet_extra | 0.028 | ratio | 0.018 |  | R3.6
        feed.r3.telemetry.peak_bytes_per_s | 33000000 | B/s | 0.016 |  | R3.6
        feed.r3.firehose.cost | 350 | USD/month | 0.015 |  | R3.6
        feed.r3.appconfig.cost_per_day | 192000 | USD/day | 0.0027 |  | R3.6
        feed.r3.appconfig.cost_per_month | 5800000 | USD/month | 0.0087 |  | R3.6
        feed.r3.flags.cloudfront_cost | 7600 | USD/month | 0.0066 |  | R3.6
        feed.r3.cost.per_dau | 0.004 | USD/user/month | 0.13 | estimated | R3.6
        feed.r3.cost.images_share_min | 0.5 | ratio | 0 | above | R3.6
        whatsapp.retry.comment_max_s | 64 | s | 0.0079 |  | WhatsApp walkthrough
        """
}
