import FleetCore

extension ServerScenario {
    /// Do most sends to FCM fail, on every worker?
    var isPushOutage: Bool { [.pushOutage, .pushUncoalesced, .pushRecovery, .pushCredentials].contains(self) }
}

/// What servers say of clients: in the scenarios of a fleet these metrics have a usual part before the fault.
extension ServerMetricsSimulation {
    /// Versions and platforms with their part in a hundred of the requests.
    private static let clients = [
        ("8.13.2", "android", 38), ("8.13.2", "ios", 22), ("8.14.0", "android", 22), ("8.14.0", "ios", 13),
        ("8.13.0", "android", 3), ("8.13.0", "ios", 2),
    ]
    /// The document that a fleet of the default days evaluates at its end.
    private static let flagsVersion = 43

    func writeClients(_ records: inout MetricRecords, _ random: inout SplitMix64, at: Instant, isFaulty: Bool) {
        let fault = isFaulty ? options.scenario : .healthy
        let mismatches = random.between(8, 20) * (fault == .prekeyFault ? 40 : 1)
        records.add("Chat/Keys", "DeviceMismatch", [], [mismatches])
        for (version, platform, part) in ServerMetricsSimulation.clients {
            let dimensions = [("AppVersion", version), ("Platform", platform)]
            records.add("Chat/Sync", "Requests", dimensions, [part * 3_000 + random.between(0, 900)])
        }
        let flags = ServerMetricsSimulation.flagsVersion
        records.add("Chat/Sync", "FlagsVersionServed", [], [flags, flags], unit: "None")
        // Every five minutes: device pairs, each once a period.
        if at.epochSeconds % 300 == 0 { decryptPairs(&records, &random, fault) }
    }

    private func decryptPairs(_ records: inout MetricRecords, _ random: inout SplitMix64, _ fault: ServerScenario) {
        var pairs: [String: Int] = [:]
        for (version, platform, part) in ServerMetricsSimulation.clients {
            let usual = part * 2 + random.between(0, part)
            let times =
                switch fault {
                case .versionDecrypt: version == "8.14.0" ? 8 : 1
                case .decryptSpike: version == "8.13.2" && platform == "ios" ? 8 : 1
                case .prekeyFault: 5
                case .keyChanges: 4
                default: 1
                }
            let failing = usual * times
            pairs[version, default: 0] += failing
            let prekey = fault == .versionDecrypt || times == 1 ? usual * 3 / 10 : failing - usual * 7 / 10
            for (type, count) in [("normal", failing - prekey), ("prekey", prekey)] {
                records.add(
                    "Chat/Client", "DecryptFailurePairs",
                    [("AppVersion", version), ("MessageType", type), ("Platform", platform)], [count])
            }
        }
        for (version, count) in pairs.sorted(by: { $0.key < $1.key }) {
            records.add("Chat/Client", "DecryptFailurePairs", [("AppVersion", version)], [count])
        }
    }
}
