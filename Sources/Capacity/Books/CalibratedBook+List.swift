extension CalibratedBook {
    /// Windows are those in which every figure that the value supports keeps its printed digits.
    static let text = """
        # id | value | low | high | unit | range | only candidate | why
        cal.dynamodb.target_utilization | 0.7 | 0.697877 | 0.701225 | ratio | share | yes | gives the $209K write line at list price and 730 h, and the feed log's cut of about 60 %
        cal.chat.r2.hb.bytes_per_exchange | 120 | 119.271 | 120.312 | B/ping | | yes, if peak sockets stay all day | the only round number for 1.15 TB a day with 10 M sockets for 24 h
        cal.chat.r2.frame.send_bin | 100 | | | B/message | | no | only half of send and ack plus 0.95 receive = 203 B is fixed
        cal.chat.r2.frame.ack_bin | 40 | | | B/message | | no | see send_bin
        cal.chat.r2.frame.receive_bin | 140 | | | B/delivery | | no | see send_bin
        cal.chat.r2.frame.send_json | 240 | | | B/message | | no | as for binary frames, 522 B is fixed
        cal.chat.r2.frame.ack_json | 120 | | | B/message | | no | see send_json
        cal.chat.r2.frame.receive_json | 360 | | | B/delivery | | no | see send_json
        cal.chat.gateway.usd_per_task_month | 107.77 | 104.519 | 109.683 | USD/task/month | | no | fits both rounds; 2 vCPU and 15 GB on Fargate x86 are 107.77355
        cal.chat.r2.dynamodb.stored_bytes | 26000000000000 | 22566000000000 | 29298000000000 | B | | no | what the 20 % share leaves after writes, reads and the evening floor
        cal.chat.r2.media.downloads_per_file | 1.9 | | | downloads/file | | yes | one download a recipient
        cal.chat.media.s3_get_share | 1 | | | requests/download | | no | each download also priced as one S3 GET
        cal.chat.r3.live_fraction | 0.7 | 0.69771 | 0.700409 | ratio | share | by number yes, by meaning no | 0.70 of 5.38 envelopes, or 0.50 of 7.53, which agrees with 55 % not in the foreground
        cal.chat.r2.cache.registry_refresh_s | 60 | | | s | | no | as in round 3
        cal.chat.r2.cache.live_fraction | 0.5 | | | ratio | share | no | with round 3's cursors; other mixes fit as well
        cal.chat.r2.cache.cursor_ops | 60000 | 59007.9 | 62207.9 | ops/s | | no | the number that round 3 states
        cal.chat.r3.ttl_lag_days | 4.5 | 4.11765 | 4.90196 | d | | no | days by which DynamoDB deletes late; a 15 % larger item fits, too
        cal.feed.r2.batch_reply_bytes | 1400 | 1118.42 | 1588.35 | B/batch | | no | closes the gap to $9.6K; 4 to 5 % of users rebuilding a day would, too
        cal.feed.image_requests_per_user_day | 24 | 21.2697 | 60 | requests/user/day | | no | 20 viewed and a fifth prefetched; the text gives a lower bound only
        cal.feed.r3.sampled_bytes_per_user_day | 100000 | 97000 | 100600 | B/user/day | | no | a tenth of users at 100 KB a day
        cal.feed.r3.flags_bytes_per_receive | 500 | 409.572 | 570.82 | B/receive | | no | at the first price step alone
        """
}
