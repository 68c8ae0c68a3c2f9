extension QuotaBook {
    /// A new quota is a line here: defaults, us-east-1. No value: none is published.
    static let text = """
        # id | class | value | unit | counted over | adjustable | where from | what
        fcm.project.messages_per_min | quota | 600000 | messages/min | project | yes | chat R2.6, feed R2.6, provider's page 2026 | FCM HTTP v1, messages; invalid tokens count
        fcm.device.messages_per_min | quota | 240 | messages/min | device | no | chat R2.6 | FCM HTTP v1, messages to one Android device
        fcm.device.messages_per_hour | quota | 5000 | messages/h | device | no | chat R2.6 | FCM HTTP v1, messages to one Android device
        fcm.payload_bytes | size limit | 4096 | B | message | no | chat R2.3 | FCM HTTP v1, payload
        apns.payload_bytes | size limit | 4096 | B | message | no | chat R2.3 | APNs, payload
        apns.rate | size limit | | messages/s | app | no | chat R2.6 | APNs, rate of an app; none is published
        ios.nse_seconds | time limit | 30 | s | notification | no | chat R2.11 | iOS, run time of a notification service extension
        dynamodb.table.wcu | quota | 40000 | write-units/s | table | yes | chat R2.6, feed R2.6, AWS page 2026 | DynamoDB, writes of one table
        dynamodb.account.wcu | quota | 80000 | write-units/s | account, provisioned tables | yes | chat R2.6, feed R2.6, AWS page 2026 | DynamoDB, provisioned writes of all tables
        dynamodb.partition.wcu | quota | 1000 | write-units/s | partition key | no | chat R3.6 | DynamoDB, writes of one partition
        dynamodb.table.rcu | quota | 40000 | read-units/s | table | yes | AWS page 2026 | DynamoDB, reads of one table
        dynamodb.account.rcu | quota | 80000 | read-units/s | account, provisioned tables | yes | AWS page 2026 | DynamoDB, provisioned reads of all tables
        dynamodb.partition.rcu | quota | 3000 | read-units/s | partition key | no | AWS documentation | DynamoDB, reads of one partition
        dynamodb.item_bytes | size limit | 409600 | B | item | no | AWS documentation | DynamoDB, item
        firehose.directput.bytes | quota | 5242880 | B/s | stream | yes | feed R3.6, AWS page 2026 | Data Firehose, Direct PUT
        firehose.directput.requests | quota | 2000 | requests/s | stream | yes | feed R3.6, AWS page 2026 | Data Firehose, Direct PUT, requests
        firehose.directput.records | quota | 500000 | records/s | stream | yes | feed R3.6, AWS page 2026 | Data Firehose, Direct PUT, records
        firehose.batch.records | size limit | 500 | records | call | no | feed R3.6 | Data Firehose, records of a PutRecordBatch
        firehose.batch.bytes | size limit | 4194304 | B | call | no | AWS documentation | Data Firehose, size of a PutRecordBatch
        firehose.billing_increment | price rule | 5000 | B | record | no | feed R3.6 | Data Firehose, a record is billed in steps of this
        kinesis.shard.records | quota | 1000 | records/s | shard | no | feed R2.6 | Kinesis Data Streams, records of one shard
        kinesis.shard.bytes | quota | 1048576 | B/s | shard | no | AWS documentation | Kinesis Data Streams, bytes of one shard
        kinesis.account.shards | quota | 20000 | shards | account | yes | AWS page 2026, confidence medium | Kinesis Data Streams, provisioned shards
        elasticache.cluster.nodes | quota | 90 | nodes | cluster | up to 500 | AWS page 2026 | ElastiCache, nodes of one cluster
        elasticache.region.nodes | quota | 300 | nodes | region | yes | AWS page 2026 | ElastiCache, nodes of the region
        nlb.tcp_idle_timeout | time limit | 350 | s | listener | 60 to 6000 for TCP | AWS documentation | NLB, idle TCP connection
        alb.idle_timeout | time limit | 60 | s | balancer | 1 to 4000 | AWS documentation | ALB, idle connection
        s3.multipart.min_part | size limit | 5242880 | B | part | no | AWS documentation | S3, smallest part but the last
        s3.multipart.max_parts | size limit | 10000 | parts | upload | no | AWS documentation | S3, parts of an upload
        s3.presigned.text_expiry | time limit | 3600 | s | URL | policy | chat R2.3 | media service, life of a part's URL
        media.single_put_bytes | policy | 8388608 | B | file | policy | chat R2.3 | media service, largest file in one PUT
        gateway.sockets_per_task | planning figure | 50000 | sockets/task | task | load test | chat R2.6 | chat gateway, sockets
        gateway.admit_per_s | planning figure | 300 | connections/s/task | task | policy | chat R2.6 | chat gateway, reconnects let in
        cache.ops_per_shard | planning figure | 80000 | ops/s/shard | shard | load test | chat R2.6 | ElastiCache, operations planned
        feed.api.refresh_per_task | planning figure | 250 | requests/s/task | task | load test | feed R1.7 | feed API, refreshes
        keys.bundle_fetch | policy | | users/h | account and device | policy | chat R3.3 | key directory, bundle fetches; no number is given
        client.typing_expiry | time limit | 5 | s | indicator | policy | chat R2.11 | chat client, a typing indicator goes out
        feed.local_items | policy | 200 | items | device | policy | feed R1.6, R2.0 | feed client, saved items shown
        feed.image_cache | policy | 90000000 | B | device | policy | feed R2.0 | feed client, image cache on disk
        feed.tombstone_days | policy | 14 | d | user log | policy | feed R3.0 | feed change log, deletes kept
        chat.envelope_ttl_days | policy | 30 | d | envelope | policy | chat R3.5 | mailboxes, an envelope nobody acknowledged
        chat.media_expire_days | policy | 30 | d | object | policy | chat R2.5 | S3 media bucket, objects
        chat.media_abort_days | policy | 2 | d | upload | policy | chat R2.5 | S3 media bucket, unfinished uploads
        cloudfront.invalidation_free | size limit | 1000 | paths | month | no | AWS documentation | CloudFront, invalidation paths that are free
        """
}
