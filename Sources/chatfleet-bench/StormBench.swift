import FleetCore
import Simulation

/// The storms' own time, ten million clients, the worst of the policies that end and one that never does.
struct StormBench {
    func run() throws -> [Measure] {
        let policies: [(String, ReconnectPolicy, Int)] = [
            ("full jitter", .chat, 660_000),
            ("decorrelated", .decorrelated(first: 1000, cap: 60_000), 660_000),
            ("whatsapp", .whatsApp, 660_000), ("full jitter, too long a queue", .chat, 6_000_000),
        ]
        return try policies.map { name, policy, queue in
            let storm = try AdmissionStorm(
                classes: [StormClass("phones", clients: 10_000_000, policy: policy)], admittedPerSecond: 66_000, queueLimit: queue
            )
            let begun = ContinuousClock.now
            let outcome = storm.run()
            let seconds = (ContinuousClock.now - begun).inSeconds
            return Measure(
                "reconnect storm of 10,000,000 clients, \(name): \(outcome.verdict.rawValue)",
                "\(milliseconds(seconds)), \(thousands(Double(outcome.attempts))) attempts", wanted: "under 1000 ms",
                isMet: seconds < 1)
        }
    }
}
