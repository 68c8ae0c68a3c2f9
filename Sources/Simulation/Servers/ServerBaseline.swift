/// What servers say when all is well, of what no scenario changes.
extension ServerMetricsSimulation {
    func baseline(_ records: inout MetricRecords, _ random: inout SplitMix64) {
        requests(&records, &random, "Chat/Gateway", 900_000)
        requests(&records, &random, "Chat/Sync", 300_000)
        requests(&records, &random, "Feed/Api", 150_000)
        // Some 2.6 KB a sync, within the 4 KB of the design.
        records.add("Chat/Sync", "ResponseBytes", [], [780_000_000 + random.between(0, 40_000_000)], unit: "Bytes")
        records.add("Chat/Sync", "HeadRebuilds", [], [random.between(1, 12)])
        // Phones that stayed off for a month, and devices whose prekeys ran out.
        records.add("Chat/Mailbox", "ExpiredUndelivered", [], [random.between(20, 60)])
        for (platform, most) in [("android", 30), ("ios", 14)] {
            let low = random.between(0, most)
            if low > 0 { records.add("Chat/Keys", "PrekeyStockLow", [("Platform", platform)], [low]) }
        }
    }

    /// By status, about two failures in a hundred thousand: a fifth of what 99.99 % allows.
    private func requests(_ records: inout MetricRecords, _ random: inout SplitMix64, _ namespace: String, _ count: Int) {
        let failed = count * random.between(1, 3) / 100_000
        let refused = count * random.between(1, 3) / 1000
        let unchanged = count * random.between(20, 30) / 1000
        let answers = [("200", count - failed - refused - unchanged), ("304", unchanged), ("400", refused), ("503", failed)]
        for (status, requests) in answers where requests > 0 {
            records.add(namespace, "Requests", [("Status", status)], [requests])
        }
    }
}
