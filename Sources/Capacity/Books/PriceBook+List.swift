extension PriceBook {
    /// A new price is a line here: region us-east-1, list price. Several lines of one id are its steps, marginal, from a
    /// cumulative threshold on. `as of` is a day, a month or a year as far as it is known, or empty; confidence is
    /// ``Confidence``. `free` is what an account has free each month.
    ///
    /// One of the sources behind this list wrote gigabytes for AWS's 2³⁰ bytes; thresholds here are those of the price
    /// pages in thousands (10 TB = 10,000 GB), as the designs read them. ``Formula/billedGigabyte`` says what a GB is.
    static let text = """
        # id | per | USD | from | as of | confidence | what | free
        fargate.x86.vcpu_hour | vCPU·h | 0.04048 | | 2026-09-20 | A | Fargate, Linux/x86 vCPU
        fargate.x86.gb_hour | billed-GB·h | 0.004445 | | 2025-07-07 | A | Fargate, Linux/x86 memory
        fargate.arm.vcpu_hour | vCPU·h | 0.03238 | | 2026 | B | Fargate, Linux/ARM64 vCPU
        fargate.arm.gb_hour | billed-GB·h | 0.00356 | | 2026 | B | Fargate, Linux/ARM64 memory
        fargate.ephemeral_gb_hour | billed-GB·h | 0.000111 | | 2026 | B | Fargate, ephemeral storage above 20 GB a task
        ec2.c7g_xlarge.hour | host·h | 0.145 | | | B | EC2 c7g.xlarge, Linux, on demand

        dynamodb.wcu_hour | write-units·h/s | 0.00065 | | 2026-07-28 | A | DynamoDB, provisioned writes, Standard | 25
        dynamodb.rcu_hour | read-units·h/s | 0.00013 | | 2026-07-28 | A | DynamoDB, provisioned reads, Standard | 25
        dynamodb.ondemand_write_million | 1,000,000 write-units | 0.625 | | 2024-11-15 | A | DynamoDB, on-demand writes
        dynamodb.ondemand_read_million | 1,000,000 read-units | 0.125 | | 2024-11-15 | A | DynamoDB, on-demand reads
        dynamodb.storage_gb_month | billed-GB·months | 0.25 | | 2024-11-15 | A | DynamoDB, table storage, Standard | 25
        dynamodb.pitr_gb_month | billed-GB·months | 0.20 | | 2024-11-15 | A | DynamoDB, point-in-time recovery
        dynamodb.backup_gb_month | billed-GB·months | 0.10 | | 2024-11-15 | A | DynamoDB, backup on demand
        dynamodb.restore_gb | billed-GB | 0.15 | | 2024-11-15 | A | DynamoDB, table restore
        dynamodb.streams_read_100k | 100,000 read-units | 0.02 | | 2024-11-15 | A | DynamoDB Streams, read requests | 25
        dynamodb.reserved_wcu_1y_upfront | 100 write-units·years/s | 150 | | 2026-01-14 | A | DynamoDB, 100 reserved WCU for 1 year, paid at once
        dynamodb.reserved_wcu_1y_hour | 100 write-units·h/s | 0.0128 | | 2026-01-14 | A | DynamoDB, 100 reserved WCU for 1 year, by the hour
        dynamodb.reserved_wcu_3y_upfront | 100 write-units·years/s | 60 | | 2026-01-14 | A | DynamoDB, 100 reserved WCU for 3 years, a third of $180
        dynamodb.reserved_wcu_3y_hour | 100 write-units·h/s | 0.0081 | | 2026-01-14 | A | DynamoDB, 100 reserved WCU for 3 years, by the hour
        dynamodb.reserved_rcu_1y_upfront | 100 read-units·years/s | 30 | | 2026-01-14 | A | DynamoDB, 100 reserved RCU for 1 year, paid at once
        dynamodb.reserved_rcu_1y_hour | 100 read-units·h/s | 0.0025 | | 2026-01-14 | A | DynamoDB, 100 reserved RCU for 1 year, by the hour
        dynamodb.reserved_rcu_3y_upfront | 100 read-units·years/s | 12 | | 2026-01-14 | A | DynamoDB, 100 reserved RCU for 3 years, a third of $36
        dynamodb.reserved_rcu_3y_hour | 100 read-units·h/s | 0.0016 | | 2026-01-14 | A | DynamoDB, 100 reserved RCU for 3 years, by the hour

        s3.storage | billed-GB·months | 0.023 | 0 | 2026-07 | A | S3 Standard, storage
        s3.storage | billed-GB·months | 0.022 | 50000 | 2026-07 | B | S3 Standard, storage
        s3.storage | billed-GB·months | 0.021 | 500000 | 2026-07 | B | S3 Standard, storage
        s3.put_1k | 1,000 requests | 0.005 | | 2024 | A | S3 Standard, PUT, COPY, POST, LIST
        s3.get_1k | 1,000 requests | 0.0004 | | 2024 | A | S3 Standard, GET and others
        s3.to_cloudfront_gb | billed-GB | 0 | | 2025 | A | S3, transfer to CloudFront

        cloudfront.data_us_eu | billed-GB | 0.085 | 0 | 2025 | A | CloudFront, to viewers in North America and Europe | 1000
        cloudfront.data_us_eu | billed-GB | 0.08 | 10000 | 2025 | A | CloudFront, to viewers in North America and Europe
        cloudfront.data_us_eu | billed-GB | 0.06 | 50000 | 2025 | A | CloudFront, to viewers in North America and Europe
        cloudfront.data_us_eu | billed-GB | 0.04 | 150000 | 2025 | A | CloudFront, to viewers in North America and Europe
        cloudfront.data_us_eu | billed-GB | 0.03 | 500000 | 2025 | A | CloudFront, to viewers in North America and Europe
        cloudfront.data_us_eu | billed-GB | 0.025 | 1024000 | 2025 | A | CloudFront, to viewers in North America and Europe
        cloudfront.data_us_eu | billed-GB | 0.02 | 5120000 | 2025 | A | CloudFront, to viewers in North America and Europe
        cloudfront.origin_gb | billed-GB | 0.020 | | 2024-07-01 | A | CloudFront, out to the origin, as uploads are
        cloudfront.https_us_million | 1,000,000 requests | 1.0 | | 2024-07-01 | A | CloudFront, HTTPS requests, United States | 10
        cloudfront.https_eu_million | 1,000,000 requests | 1.2 | | 2024-07-01 | A | CloudFront, HTTPS requests, Europe
        cloudfront.http_us_million | 1,000,000 requests | 0.75 | | 2024-07-01 | A | CloudFront, HTTP requests, United States
        cloudfront.http_eu_million | 1,000,000 requests | 0.9 | | 2024-07-01 | A | CloudFront, HTTP requests, Europe
        cloudfront.invalidation_path | paths | 0.005 | | | B | CloudFront, invalidation paths | 1000
        cloudfront.flat_premium_month | months | 1000 | | 2025-11-18 | B | CloudFront, flat-rate plan Premium, 50 TB and 500 M requests

        ec2.data_out | billed-GB | 0.09 | 0 | 2026 | A | EC2 and balancers, out to the internet | 100
        ec2.data_out | billed-GB | 0.085 | 10000 | 2026 | A | EC2 and balancers, out to the internet
        ec2.data_out | billed-GB | 0.07 | 50000 | 2026 | A | EC2 and balancers, out to the internet
        ec2.data_out | billed-GB | 0.05 | 150000 | 2026 | A | EC2 and balancers, out to the internet
        vpc.cross_az_gb | billed-GB | 0.01 | | 2024-09-25 | A | between zones, each direction
        vpc.cross_region_gb | billed-GB | 0.02 | | 2024-09-25 | A | us-east-1 to another region
        natgw.hour | gateways·h | 0.045 | | 2024 | A | NAT gateway
        natgw.gb | billed-GB | 0.045 | | 2024 | A | NAT gateway, data processed
        ipv4.hour | addresses·h | 0.005 | | 2024 | B | public IPv4 address
        alb.hour | balancers·h | 0.0225 | | 2026-09-20 | A | ALB
        alb.lcu_hour | LCUs·h | 0.008 | | 2026-09-20 | A | ALB capacity unit: 25 new connections/s, 3,000 active, 1 GB/h, 1,000 rules/s
        nlb.hour | balancers·h | 0.0225 | | 2026-09-20 | A | NLB
        nlb.lcu_hour | NLCUs·h | 0.006 | | 2026-09-20 | A | NLB capacity unit: TCP 800 new/s, 100,000 active, 1 GB/h; TLS 50 new/s, 3,000 active, 1 GB/h

        elasticache.valkey.r7g_xlarge.hour | nodes·h | 0.3496 | | 2026-10-02 | A | ElastiCache for Valkey, cache.r7g.xlarge
        elasticache.redis.r7g_xlarge.hour | nodes·h | 0.437 | | 2026-10-02 | A | ElastiCache for Redis OSS, cache.r7g.xlarge
        elasticache.valkey.r7g_large.hour | nodes·h | 0.1752 | | 2026-10-02 | A | ElastiCache for Valkey, cache.r7g.large
        elasticache.redis.r7g_large.hour | nodes·h | 0.219 | | 2026-10-02 | A | ElastiCache for Redis OSS, cache.r7g.large
        elasticache.valkey.r8g_xlarge.hour | nodes·h | 0.3511 | | 2026 | C | ElastiCache for Valkey, cache.r8g.xlarge
        elasticache.serverless_gb_hour | billed-GB·h | 0.084 | | 2026 | B | ElastiCache Serverless for Valkey, data
        elasticache.backup_gb_month | billed-GB·months | 0.085 | | 2026 | B | ElastiCache, backups

        kinesis.shard_hour | shards·h | 0.015 | | 2026-07 | A | Kinesis Data Streams, provisioned shard
        kinesis.put_million | 1,000,000 payload-units | 0.014 | | 2024-07-01 | A | Kinesis Data Streams, PUT payload units of 25 KB
        kinesis.efo_shard_hour | consumers·shards·h | 0.015 | | 2026-07 | A | Kinesis Data Streams, enhanced fan-out, a consumer and shard
        kinesis.efo_gb | billed-GB | 0.013 | | 2024-07-01 | A | Kinesis Data Streams, enhanced fan-out, data
        kinesis.retention_7d_shard_hour | shards·h | 0.020 | | 2024-07-01 | B | Kinesis Data Streams, retention of up to 7 days
        kinesis.retention_gb_month | billed-GB·months | 0.023 | | 2024-07-01 | A | Kinesis Data Streams, retention beyond 7 days
        kinesis.ondemand_stream_hour | streams·h | 0.04 | | 2024-07-01 | A | Kinesis Data Streams on demand, a stream
        kinesis.ondemand_ingest_gb | billed-GB | 0.08 | | 2024-07-01 | A | Kinesis Data Streams on demand, in
        kinesis.ondemand_read_gb | billed-GB | 0.04 | | 2024-07-01 | A | Kinesis Data Streams on demand, out
        msk.m7g_large.hour | brokers·h | 0.204 | | | C | MSK, kafka.m7g.large
        msk.m7g_xlarge.hour | brokers·h | 0.408 | | | C | MSK, kafka.m7g.xlarge
        msk.storage_gb_month | billed-GB·months | 0.1 | | | B | MSK, broker storage
        firehose.directput_gb | billed-GB | 0.029 | 0 | 2026 | B | Data Firehose, Direct PUT, records rounded up to 5 KB
        firehose.directput_gb | billed-GB | 0.025 | 500000 | 2026 | B | Data Firehose, Direct PUT, records rounded up to 5 KB
        firehose.directput_gb | billed-GB | 0.02 | 2000000 | 2026 | B | Data Firehose, Direct PUT, records rounded up to 5 KB
        firehose.conversion_gb | billed-GB | 0.018 | | 2026 | B | Data Firehose, format conversion
        firehose.partitioning_gb | billed-GB | 0.020 | | 2026 | C | Data Firehose, dynamic partitioning
        athena.tb_scanned | 1,000 billed-GB | 5.0 | | 2020 | B | Athena, data scanned, 10 MB a query at least

        appconfig.received | receives | 0.0008 | | 2025-08 | B | AppConfig, a configuration received
        appconfig.request | requests | 2e-7 | | 2025-08 | B | AppConfig, a configuration request
        sns.push_publish_million | 1,000,000 pushes | 0.5 | | 2026-06 | A | SNS, mobile push, publish | 1
        sns.push_delivery_million | 1,000,000 pushes | 0.5 | | 2026-06 | A | SNS, mobile push, delivery | 1
        sqs.standard_million | 1,000,000 requests | 0.4 | | | B | SQS, standard queue, requests
        kms.key_month | keys·months | 1.0 | | | B | KMS, customer managed key
        kms.request_10k | 10,000 requests | 0.03 | | | B | KMS, symmetric requests
        cloudwatch.metric_month | metrics·months | 0.3 | 0 | 2026-08-20 | A | CloudWatch, custom metrics
        cloudwatch.metric_month | metrics·months | 0.1 | 10000 | | B | CloudWatch, custom metrics
        cloudwatch.metric_month | metrics·months | 0.05 | 250000 | | B | CloudWatch, custom metrics
        cloudwatch.metric_month | metrics·months | 0.02 | 1000000 | | B | CloudWatch, custom metrics
        cloudwatch.alarm_month | alarms·months | 0.1 | | | B | CloudWatch, alarm of standard resolution
        cloudwatch.logs_ingest_gb | billed-GB | 0.5 | | 2026 | B | CloudWatch Logs, ingestion
        cloudwatch.logs_store_gb_month | billed-GB·months | 0.03 | | 2026-07 | B | CloudWatch Logs, storage
        cloudwatch.api_1k | 1,000 requests | 0.01 | | | B | CloudWatch, API requests
        """
}
