package import FleetCore

/// The servers' metrics under their default names, as records of a CloudWatch metric stream, minute by minute. Counts of
/// what went wrong are sparse: a minute without any has no record. The same options give the same bytes.
package struct ServerMetricsSimulation {
    package let options: ServerMetricsOptions
    private static let workers = ["w-1", "w-2", "w-3", "w-4"]

    package init(_ options: ServerMetricsOptions) { self.options = options }

    /// Hands over a minute's lines at a time; how many there were.
    package func run(stop: StopRequest, sink: ([UInt8]) throws -> Void) rethrows -> Int {
        var lines = 0
        var state = State()
        for minute in 0..<options.hours * 60 where !stop.isSet {
            let at = options.start.advanced(bySeconds: Int64(minute) * 60)
            var records = MetricRecords(at: at, installs: options.installs)
            // Every minute has numbers of its own.
            var random = SplitMix64(key: SplitMix64.mix(options.seed) ^ UInt64(bitPattern: at.epochSeconds))
            let isFaulty = at >= options.faultAt
            write(&records, &random, &state, fault: isFaulty ? fault(at: at) : .healthy)
            writeClients(&records, &random, at: at, isFaulty: isFaulty)
            lines += records.count
            try sink(records.buffer.bytes)
        }
        return lines
    }

    private func isDraining(_ state: State) -> Bool { options.scenario == .pushRecovery && state.conversations > 100_000 }

    /// An outage that is over is none.
    private func fault(at instant: Instant) -> ServerScenario {
        options.scenario == .pushRecovery && instant >= options.recoveredAt ? .healthy : options.scenario
    }

    /// What one minute leaves to the next.
    private struct State {
        var waiting = 0
        var conversations = 0
        var lagMilliseconds = 0
        var oldestSeconds = 0
    }

    private func write(
        _ records: inout MetricRecords, _ random: inout SplitMix64, _ state: inout State, fault: ServerScenario
    ) {
        let failed = push(&records, &random, state, fault)
        queue(&records, &random, &state, failed)
        delivery(&records, &random, isSlow: fault.isPushOutage || isDraining(state))
        storage(&records, &random, isThrottled: fault == .throttle)
        streams(&records, &random, &state, fault)
        clients(&records, &random, fault)
        baseline(&records, &random)
    }

    /// Sends by provider, and by provider and worker; failures also by code. How many failed.
    private func push(
        _ records: inout MetricRecords, _ random: inout SplitMix64, _ state: State, _ fault: ServerScenario
    ) -> Int {
        var allFailed = 0
        let fcmCode = fault == .pushCredentials ? "UNAUTHENTICATED" : "UNAVAILABLE"
        // A queue drains beside what is new, up to what the workers let each other send.
        let draining = options.scenario == .pushRecovery && fault == .healthy ? min(state.conversations / 4, 96_000) : 0
        for (provider, load, code) in [("FCM", 30_000 + draining, fcmCode), ("APNs", 18_000, "InternalServerError")] {
            var sends: [Int] = []
            var failures: [Int] = []
            for worker in ServerMetricsSimulation.workers {
                let attempts = load + random.between(-1500, 1500)
                let isOut = fault.isPushOutage && provider == "FCM" || fault == .oneWorker && worker == "w-3"
                let failed = isOut ? attempts * random.between(70, 80) / 100 : random.between(0, 12)
                sends.append(attempts)
                failures.append(failed)
                let of = [("Provider", provider), ("Worker", worker)]
                records.add("Chat/Push", "SendAttempts", of, [attempts])
                let coded = [("ErrorCode", code), ("Provider", provider), ("Worker", worker)]
                if failed > 0 { records.add("Chat/Push", "SendFailures", coded, [failed]) }
            }
            records.add("Chat/Push", "SendAttempts", [("Provider", provider)], sends)
            records.add("Chat/Push", "SendFailures", [("Provider", provider)], failures)
            allFailed += failures.reduce(0, +)
        }
        records.add("Chat/Push", "DeadTokens", [], [random.between(20, 60)])
        return allFailed
    }

    /// Messages pile up; of each conversation one push waits, so that the queue is bounded by users × conversations.
    private func queue(_ records: inout MetricRecords, _ random: inout SplitMix64, _ state: inout State, _ failed: Int) {
        let stuck = failed > 5_000
        state.waiting = stuck ? state.waiting + failed : state.waiting / 4
        let isRecovering = options.scenario == .pushRecovery
        let most = isRecovering ? 6_000_000 : 400_000
        let left = isRecovering ? max(0, state.conversations - 384_000) : state.conversations / 4
        state.conversations = stuck ? state.conversations + (most - state.conversations) / 12 : left
        state.oldestSeconds = stuck ? state.oldestSeconds + 60 : isRecovering && left > 0 ? state.oldestSeconds - 90 : 0
        let depth = options.scenario == .pushUncoalesced ? state.waiting : state.conversations
        records.add("Chat/Push", "QueueDepth", [], [depth + random.between(200, 900)])
        records.add("Chat/Push", "QueuedConversations", [], [state.conversations + random.between(200, 500)])
        records.add("Chat/Push", "OldestAgeSeconds", [], [state.oldestSeconds + random.between(1, 4)], unit: "Seconds")
    }

    private func delivery(_ records: inout MetricRecords, _ random: inout SplitMix64, isSlow: Bool) {
        let median = isSlow ? random.between(4000, 9000) : random.between(180, 320)
        let worst = isSlow ? random.between(200_000, 280_000) : random.between(2200, 3800)
        records.add(
            "Chat/Push", "TimeToDeliveredMs", [], [median, worst], unit: "Milliseconds",
            percentiles: [("p50", median), ("p99", worst)])
        records.add("Chat/Push", "Escalations", [], [isSlow ? random.between(800, 1500) : random.between(5, 25)])
    }

    private func storage(_ records: inout MetricRecords, _ random: inout SplitMix64, isThrottled: Bool) {
        for (table, writes) in [("Mailboxes", 1_450_000), ("FeedSyncLog", 380_000)] {
            let of = [("TableName", table)]
            let throttled = isThrottled && table == "Mailboxes"
            let units = throttled ? 2_400_000 : writes + random.between(-60_000, 60_000)
            records.add("AWS/DynamoDB", "ConsumedWriteCapacityUnits", of, [units])
            records.add("AWS/DynamoDB", "ConsumedReadCapacityUnits", of, [units / 2 + random.between(0, 9_000)])
            if throttled { records.add("AWS/DynamoDB", "WriteThrottleEvents", of, [random.between(900, 2600)]) }
        }
        records.add(
            "AWS/Firehose", "IncomingBytes", [("DeliveryStreamName", "telemetry")], [random.between(90_000_000, 120_000_000)],
            unit: "Bytes")
    }

    private func streams(
        _ records: inout MetricRecords, _ random: inout SplitMix64, _ state: inout State, _ fault: ServerScenario
    ) {
        state.lagMilliseconds = fault == .lag ? state.lagMilliseconds + 60_000 : 0
        records.add(
            "AWS/Kinesis", "GetRecords.IteratorAgeMilliseconds", [("StreamName", "sync-log-events")],
            [state.lagMilliseconds + random.between(0, 900)], unit: "Milliseconds")
        if fault == .deadLetters {
            records.add("Chat/Streams", "DeadLetters", [("Stream", "fan-out")], [random.between(2, 9)])
        }
    }

    private func clients(_ records: inout MetricRecords, _ random: inout SplitMix64, _ fault: ServerScenario) {
        records.add("Chat/Gateway", "OpenSockets", [], [3_300_000 + random.between(-20_000, 20_000)])
        records.add("Chat/Gateway", "Connects", [], [random.between(38_000, 45_000)])
        records.add("Chat/Gateway", "HeartbeatTimeouts", [], [random.between(9_000, 12_000)])
        for (status, share) in [("APPLIED", 60_000), ("DUPLICATE", 240), ("REJECTED", 35)] {
            records.add("Chat/Sync", "Mutations", [("Status", status)], [share + random.between(0, share / 10)])
        }
        for (proto, share) in [("v1", 5), ("v2", 23), ("v3", 72)] {
            records.add("Chat/Sync", "Requests", [("SyncProtocol", proto)], [share * 3_000 + random.between(0, 900)])
        }
        records.add("Chat/Sync", "CursorExpired", [], [random.between(1, 9)])
        records.add("Chat/Keys", "BundleFetches", [], [random.between(2_600, 3_400) * (fault == .prekeyFault ? 3 : 1)])
        records.add("Chat/Keys", "DeviceListChanges", [], [random.between(300, 420) * (fault == .keyChanges ? 12 : 1)])
    }
}
