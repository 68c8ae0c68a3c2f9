import FleetCore

/// The calculator, from the program's start to its end, output included.
struct CapacityBench {
    let chatfleet: String
    let rounds: Int

    func run() throws -> [Measure] {
        [
            try measure("capacity: plan of chat-r3, start-up included", ["plan", "chat-r3"], limit: 0.05),
            try measure(
                "capacity: 65,536 worlds of chat-r3, all assumptions uncertain, every cost and limit",
                ["montecarlo", "chat-r3", "--spread", "10%"], limit: 0.5),
            try measure(
                "capacity: solve for chat-r3's push quota, all limits beside it",
                ["solve", "fcm.project.messages_per_min", "--design", "chat-r3", "--vary", "chat.r3.dau"], limit: 0.1),
        ]
    }

    private func measure(_ name: String, _ words: [String], limit: Double) throws -> Measure {
        let seconds = median(
            try (0..<max(rounds, 5)).map { _ in try Program.run([chatfleet, "capacity"] + words).seconds })
        return Measure(
            name, milliseconds(seconds), wanted: "under \(milliseconds(limit))", isMet: seconds < limit)
    }
}
