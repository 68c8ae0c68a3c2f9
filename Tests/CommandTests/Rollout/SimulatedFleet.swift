import Database
import FleetCore
import Foundation
import Simulation
import TestSupport

/// Fleets of some hundred installs over three weeks whose newest version, 8.14.0, begins on the twelfth day; made once.
enum SimulatedFleet {
    /// The reports in the order of their receipt.
    static let badRelease = reports(.badRelease)
    static let healthy = reports(.healthy)

    struct ReceivedLine {
        let receivedAt: String
        let text: String
    }

    private static func reports(_ scenario: Scenario) -> [ReceivedLine] {
        let transcript = Transcript("simulate fleet --installs 700 --days 21 --seed 7 --scenario \(scenario.rawValue)")
        return transcript.output.split(separator: "\n").map { line in
            let marker = "\"received_at\":\""
            let at = line.range(of: marker).map { String(line[$0.upperBound...].prefix(20)) } ?? ""
            return ReceivedLine(receivedAt: at, text: String(line))
        }.sorted { $0.receivedAt < $1.receivedAt }
    }

    /// Loads those received from one time to before another.
    static func ingest(
        _ lines: [ReceivedLine], from: String = "", to: String = "3", batchReports: Int = 10_000, into store: TestStore
    ) {
        let part = lines.filter { $0.receivedAt >= from && $0.receivedAt < to }.map(\.text).joined(separator: "\n") + "\n"
        _ = Transcript("ingest reports - --quiet --batch-reports \(batchReports)", store: store, input: part)
    }
}
