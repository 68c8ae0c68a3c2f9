/// Figures that stay although their formulas take an input that changes a lot. There are four reasons: the quantity never
/// reaches that step of the price; the input cancels (a mean over a peak, a share of two lines that grow alike); another
/// alternative of a choice binds; it is too small for the rounding of what is planned with. With each, EveryDesignTests
/// tells what is not, or no longer, so.
enum UnmovedFigures {
    static func of(_ design: String) -> [String] {
        (lists[design] ?? "").split(separator: "\n").map(String.init)
    }

    private static let lists = [
        "chat-r2": """
        aws.free_tier: chat.r2.cost.media_requests_planning
        chat.r2.dynamodb.write_units_per_msg: chat.r2.cost.writes_mean_of_fixed
        chat.r2.gateways.sockets_per_task: chat.r2.gateways.naive_capacity
        chat.r2.heartbeat.socket_hours_share: chat.r2.balancer_units chat.r2.cost.balancers
        chat.r2.heartbeat.wifi_share: chat.r2.balancer_units chat.r2.cost.balancers
        chat.r2.msgs.per_day: chat.r2.cost.writes_mean_of_fixed
        chat.r2.push.android_share: chat.r2.push.fcm_device_peak_per_hour chat.r2.push.fcm_device_use
        price.cloudfront.data_us_eu.tier7: chat.r2.bill.per_daily_user chat.r2.bill.total chat.r2.cost.itemised chat.r2.cost.media chat.r2.cost.media_share chat.r2.cost.media_transfer chat.r2.cost.media_transfer_planning chat.r2.cost.not_itemised
        price.cloudfront.https_eu_million: chat.r2.bill.per_daily_user chat.r2.bill.total chat.r2.cost.itemised chat.r2.cost.media chat.r2.cost.media_requests chat.r2.cost.media_requests_planning chat.r2.cost.media_share chat.r2.cost.not_itemised
        price.cloudwatch.metric_month.tier2: chat.r2.bill.per_daily_user chat.r2.bill.total chat.r2.cost.cloudwatch
        price.cloudwatch.metric_month.tier3: chat.r2.bill.per_daily_user chat.r2.bill.total chat.r2.cost.cloudwatch
        price.cloudwatch.metric_month.tier4: chat.r2.bill.per_daily_user chat.r2.bill.total chat.r2.cost.cloudwatch
        price.dynamodb.wcu_hour: chat.r2.commit.reserved_all
        price.ec2.data_out.tier2: chat.r2.cost.json_saving_upper
        price.ec2.data_out.tier3: chat.r2.bill.per_daily_user chat.r2.bill.total chat.r2.cost.egress chat.r2.cost.heartbeat_upper chat.r2.cost.itemised chat.r2.cost.json_saving_upper chat.r2.cost.not_itemised
        price.ec2.data_out.tier4: chat.r2.bill.per_daily_user chat.r2.bill.total chat.r2.cost.egress chat.r2.cost.heartbeat_upper chat.r2.cost.itemised chat.r2.cost.json_saving_upper chat.r2.cost.not_itemised
        """,
        "chat-r3": """
        aws.free_tier: chat.r3.cost.media_requests_planning chat.r3.lever.binary_frames chat.r3.lever.media_downloads chat.r3.lever.prekeys
        chat.r2.heartbeat.socket_hours_share: chat.r3.balancer_units chat.r3.cost.balancers
        chat.r2.heartbeat.wifi_share: chat.r3.balancer_units chat.r3.cost.balancers
        chat.r3.dau: chat.r3.cost.envelope_writes_share chat.r3.cost.keydir_writes_mean_of_fixed chat.r3.cost.writes_mean_of_fixed
        chat.r3.devices_per_user: chat.r3.cost.keydir_writes_mean_of_fixed
        chat.r3.dynamodb.write_units_per_msg: chat.r3.cost.writes_mean_of_fixed chat.r3.lever.cursor_saved_writes chat.r3.lever.cursors
        chat.r3.keydir.new_contacts_per_user_day: chat.r3.cost.keydir_writes_mean_of_fixed
        chat.r3.keydir.pq_key_bytes: chat.r3.cost.keydir_writes_mean_of_fixed
        chat.r3.media.msg_share: chat.r3.cost.backups
        chat.r3.msgs.per_user_day: chat.r3.cost.writes_mean_of_fixed
        price.cloudfront.data_us_eu.tier1: chat.r3.lever.media_downloads
        price.cloudfront.data_us_eu.tier2: chat.r3.lever.media_downloads
        price.cloudfront.data_us_eu.tier3: chat.r3.lever.media_downloads
        price.cloudfront.data_us_eu.tier4: chat.r3.lever.media_downloads
        price.cloudfront.data_us_eu.tier5: chat.r3.lever.media_downloads
        price.cloudfront.data_us_eu.tier6: chat.r3.lever.media_downloads
        price.cloudfront.https_eu_million: chat.r3.bill.per_daily_user chat.r3.bill.total chat.r3.cost.itemised chat.r3.cost.media chat.r3.cost.media_requests chat.r3.cost.media_requests_planning chat.r3.cost.media_share chat.r3.cost.not_itemised
        price.cloudwatch.metric_month.tier3: chat.r3.bill.per_daily_user chat.r3.bill.total chat.r3.cost.cloudwatch
        price.cloudwatch.metric_month.tier4: chat.r3.bill.per_daily_user chat.r3.bill.total chat.r3.cost.cloudwatch
        price.dynamodb.wcu_hour: chat.r3.commit.reserved_all
        price.ec2.data_out.tier1: chat.r3.lever.binary_frames
        price.ec2.data_out.tier2: chat.r3.lever.binary_frames
        price.ec2.data_out.tier3: chat.r3.lever.binary_frames
        price.firehose.directput_gb.tier2: chat.r3.bill.per_daily_user chat.r3.bill.total chat.r3.cost.telemetry
        price.firehose.directput_gb.tier3: chat.r3.bill.per_daily_user chat.r3.bill.total chat.r3.cost.telemetry
        price.s3.storage.tier1: chat.r3.cost.backups
        price.s3.storage.tier2: chat.r3.cost.backups
        """,
        "feed-r1": """
        aws.free_tier: feed.r1.lever.image_cache
        feed.r1.az.count: feed.r1.api.per_az
        price.cloudfront.data_us_eu.tier1: feed.r1.lever.image_cache
        price.cloudfront.data_us_eu.tier2: feed.r1.lever.image_cache
        price.cloudfront.data_us_eu.tier4: feed.r1.bill.per_daily_user feed.r1.bill.total feed.r1.cost.image_delivery feed.r1.cost.itemised feed.r1.cost.not_itemised
        price.cloudfront.data_us_eu.tier5: feed.r1.bill.per_daily_user feed.r1.bill.total feed.r1.cost.image_delivery feed.r1.cost.itemised feed.r1.cost.not_itemised feed.r1.lever.image_cache feed.r1.nocache.data_cost feed.r1.nocache.total_cost
        price.cloudfront.data_us_eu.tier6: feed.r1.bill.per_daily_user feed.r1.bill.total feed.r1.cost.image_delivery feed.r1.cost.itemised feed.r1.cost.not_itemised feed.r1.lever.image_cache feed.r1.nocache.data_cost feed.r1.nocache.total_cost
        price.cloudfront.data_us_eu.tier7: feed.r1.bill.per_daily_user feed.r1.bill.total feed.r1.cost.image_delivery feed.r1.cost.itemised feed.r1.cost.not_itemised feed.r1.lever.image_cache feed.r1.nocache.data_cost feed.r1.nocache.total_cost
        price.ec2.data_out.tier3: feed.r1.bill.per_daily_user feed.r1.bill.total feed.r1.cost.api_egress feed.r1.cost.itemised feed.r1.cost.not_itemised
        price.ec2.data_out.tier4: feed.r1.bill.per_daily_user feed.r1.bill.total feed.r1.cost.api_egress feed.r1.cost.itemised feed.r1.cost.not_itemised
        """,
        "feed-r2": """
        aws.free_tier: feed.r2.lever.small_syncs
        feed.r2.actions_per_user_day: feed.r2.cost.provisioned_cut feed.r2.cost.writes_mean_of_fixed
        feed.r2.dau: feed.r2.cost.provisioned_cut feed.r2.cost.writes_mean_of_fixed feed.r2.log.entries_per_sync feed.r2.log.hydrated_bytes_per_sync
        feed.r2.edit_delete_share: feed.r2.cost.provisioned_cut feed.r2.cost.writes_mean_of_fixed
        feed.r2.followers_per_post: feed.r2.cost.provisioned_cut feed.r2.cost.writes_mean_of_fixed
        feed.r2.log.writes_per_entry: feed.r2.cost.provisioned_cut feed.r2.cost.writes_mean_of_fixed
        feed.r2.posts_per_user_day: feed.r2.cost.provisioned_cut feed.r2.cost.writes_mean_of_fixed
        feed.r2.self_entries_per_action: feed.r2.cost.provisioned_cut feed.r2.cost.writes_mean_of_fixed
        price.cloudfront.data_us_eu.tier7: feed.r2.bill.per_daily_user feed.r2.bill.total feed.r2.cost.images feed.r2.cost.images_share_min feed.r2.cost.itemised feed.r2.cost.not_itemised
        price.dynamodb.wcu_hour: feed.r2.commit.reserved_all
        price.ec2.data_out.tier1: feed.r2.lever.small_syncs
        price.ec2.data_out.tier2: feed.r2.lever.small_syncs
        price.ec2.data_out.tier4: feed.r2.bill.per_daily_user feed.r2.bill.total feed.r2.cost.api_egress feed.r2.cost.itemised feed.r2.cost.not_itemised
        """,
        "feed-r3": """
        aws.billed_gb_bytes: feed.r3.cost.per_dau_planning
        aws.free_tier: feed.r3.cost.per_dau_planning
        cal.dynamodb.target_utilization: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning
        cal.feed.image_requests_per_user_day: feed.r3.cost.per_dau feed.r3.cost.per_dau_planning
        cal.feed.r2.batch_reply_bytes: feed.r3.cost.images_share_min feed.r3.cost.per_dau_planning
        chat.calc.hours_per_month: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning
        feed.r2.actions_per_user_day: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning feed.r3.cost.writes_mean_of_fixed
        feed.r2.batches.per_day: feed.r3.cost.images_share_min feed.r3.cost.per_dau_planning
        feed.r2.dau: feed.r3.cost.log_storage feed.r3.cost.log_writes feed.r3.cost.writes_fixed feed.r3.cost.writes_following feed.r3.cost.writes_mean_of_fixed feed.r3.cost.writes_on_demand feed.r3.dynamodb.account_wcu_use feed.r3.dynamodb.table_wcu_use feed.r3.log.writes_avg_per_s feed.r3.log.writes_peak_per_s
        feed.r2.edit_delete_share: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning feed.r3.cost.writes_mean_of_fixed
        feed.r2.followers_per_post: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning feed.r3.cost.writes_mean_of_fixed
        feed.r2.kinesis.shards: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning
        feed.r2.log.read_units_per_sync: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning
        feed.r2.log.stored_bytes_per_entry: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning
        feed.r2.log.writes_per_entry: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning feed.r3.cost.writes_mean_of_fixed
        feed.r2.peak_factor: feed.r3.push.fcm_peak_per_min feed.r3.push.fcm_quota_use
        feed.r2.posts_per_user_day: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning feed.r3.cost.writes_mean_of_fixed
        feed.r2.self_entries_per_action: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning feed.r3.cost.writes_mean_of_fixed
        feed.r2.slo.bytes_per_sync: feed.r3.cost.images_share_min feed.r3.cost.per_dau_planning
        feed.r2.tombstone_days: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning
        feed.r2.user.image_bytes_per_day: feed.r3.cost.per_dau_planning
        feed.r3.dau: feed.r3.cost.writes_mean_of_fixed
        feed.r3.telemetry.health_bytes: feed.r3.bill.per_daily_user feed.r3.bill.total
        price.cloudfront.data_us_eu.tier2: feed.r3.flags.cloudfront_cost feed.r3.lever.flags_on_cloudfront
        price.cloudfront.data_us_eu.tier3: feed.r3.flags.cloudfront_cost feed.r3.lever.flags_on_cloudfront
        price.cloudfront.data_us_eu.tier4: feed.r3.flags.cloudfront_cost feed.r3.lever.flags_on_cloudfront
        price.cloudfront.data_us_eu.tier5: feed.r3.flags.cloudfront_cost feed.r3.lever.flags_on_cloudfront
        price.cloudfront.data_us_eu.tier6: feed.r3.flags.cloudfront_cost feed.r3.lever.flags_on_cloudfront
        price.cloudfront.data_us_eu.tier7: feed.r2.cost.images feed.r2.cost.itemised feed.r2.cost.not_itemised feed.r3.bill.per_daily_user feed.r3.bill.total feed.r3.cost.images feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.itemised feed.r3.cost.not_itemised feed.r3.cost.per_dau feed.r3.cost.per_dau_planning feed.r3.flags.cloudfront_cost feed.r3.lever.flags_on_cloudfront
        price.dynamodb.rcu_hour: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning
        price.dynamodb.storage_gb_month: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning
        price.dynamodb.wcu_hour: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning
        price.ec2.data_out.tier4: feed.r2.cost.api_egress feed.r2.cost.itemised feed.r2.cost.not_itemised feed.r3.cost.not_itemised
        price.firehose.directput_gb.tier2: feed.r3.bill.per_daily_user feed.r3.bill.total feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.itemised feed.r3.cost.per_dau feed.r3.cost.per_dau_planning feed.r3.firehose.cost feed.r3.firehose.sessions_cost
        price.firehose.directput_gb.tier3: feed.r3.bill.per_daily_user feed.r3.bill.total feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.itemised feed.r3.cost.per_dau feed.r3.cost.per_dau_planning feed.r3.firehose.cost feed.r3.firehose.sessions_cost
        price.kinesis.put_million: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning
        price.kinesis.shard_hour: feed.r3.cost.images_share feed.r3.cost.images_share_min feed.r3.cost.per_dau feed.r3.cost.per_dau_planning
        """,
    ]
}
