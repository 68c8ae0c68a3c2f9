import FleetCore

/// What crashed where, for the scenarios whose clients tell it: the crashes that an upload has seen, by signature.
struct CrashGroups {
    private let model: FleetModel

    init(model: FleetModel) { self.model = model }

    /// What a crash looks like in its report.
    private struct Look: Equatable {
        let signature: String
        let screen: String
    }

    /// The crashes of a sound version: many signatures, none of them frequent.
    private static let sound = [
        Look(signature: "OutOfMemoryError@BitmapPool.get", screen: "feed"),
        Look(signature: "ANR@SQLiteConnection.execute", screen: "chat"),
        Look(signature: "EXC_BAD_ACCESS@AVPlayerLayer.draw", screen: "media"),
        Look(signature: "NullPointerException@ThreadView.onRestore", screen: "chat"),
        Look(signature: "IllegalStateException@CameraSession.close", screen: "camera"),
        Look(signature: "SIGABRT@objc_exception_throw", screen: "settings"),
        Look(signature: "IndexOutOfBounds@ContactList.section", screen: "contacts"),
    ]
    private static let flagged = Look(signature: "IllegalStateException@PollCard.bind", screen: "poll")
    private static let bad = Look(signature: "NullPointerException@FeedView.layout", screen: "feed")
    private static let unflagged = Look(signature: "UnsatisfiedLinkError@MediaCodec.<clinit>", screen: "start")
    private static let deviceModels = ["SM-A105", "Moto G30", "Pixel 7a", "SM-S931"]
    private static let phones = ["iPhone9,1", "iPhone12,1", "iPhone15,4", "iPhone17,1"]

    /// Appends the member where the scenario and the version have it and something crashed.
    func append(
        _ life: InstallLife, _ planned: DayPlan, _ delivery: Delivery, _ upload: Upload, startEpoch: Int64,
        into line: inout LineBuffer
    ) {
        let version = planned.version(of: upload.slot)
        guard model.options.scenario.tellsCrashGroups, model.plan[version].generation >= 2 else { return }
        let range = planned.range(of: upload.slot)
        let seen = range.lowerBound..<max(range.lowerBound, min(range.upperBound, upload.sessionsSeen, upload.crashesSeen))
        var groups: [(look: Look, firstAt: Int, count: Int)] = []
        for i in seen where planned.sessions[i].crash != .none {
            let look = look(life, version, day: delivery.localDay, session: i)
            if let known = groups.firstIndex(where: { $0.look == look }) {
                groups[known].count += 1
            } else {
                groups.append((look, planned.sessions[i].end, 1))
            }
        }
        guard !groups.isEmpty else { return }
        let models = life.platform == .ios ? CrashGroups.phones : CrashGroups.deviceModels
        let flags = SimulatedFlag.all.filter { model.isOn($0, life) }.map { "\"\($0.name)\"" }.joined(separator: ",")
        for (index, group) in groups.enumerated() {
            line.append(index == 0 ? ",\"crash_groups\":[{\"signature\":\"" : ",{\"signature\":\"")
            line.append(group.look.signature)
            line.append("\",\"screen\":\"")
            line.append(group.look.screen)
            line.append("\",\"device_model\":\"")
            line.append(models[life.deviceClass ?? 1])
            line.append("\",\"os_version\":\"")
            line.append(life.osVersion)
            line.append("\",\"flags_on\":[")
            line.append(flags)
            line.append("],\"first_at\":\"")
            line.append(Instant(epochSeconds: startEpoch + Int64(group.firstAt + life.clockSkewSeconds)))
            line.append("\",\"count\":")
            line.append(group.count)
            line.append("}")
        }
        line.append("]")
    }

    private func look(_ life: InstallLife, _ version: Int, day: Int, session: Int) -> Look {
        var random = SplitMix64(key: streamKey(model.seed, .crashes, life.number, day &* 64 &+ session))
        let isIncident = model.crashesMore(life, version: version) && random.below(100) < 96
        guard isIncident else { return CrashGroups.sound[random.below(CrashGroups.sound.count)] }
        return switch model.options.scenario {
        case .flaggedCrash: CrashGroups.flagged
        case .badRelease: CrashGroups.bad
        default: CrashGroups.unflagged
        }
    }
}

/// A flag of the simulated fleet: an install has it where its bucket is below the percentage, as with a published flag.
struct SimulatedFlag {
    let name: String
    let percent: Int

    static let all = [
        SimulatedFlag(name: "avif_images", percent: 50), SimulatedFlag(name: "new_composer", percent: 10), poll,
        SimulatedFlag(name: "stories", percent: 100),
    ]
    /// Behind the crash of `flagged-crash`.
    static let poll = SimulatedFlag(name: "poll_posts", percent: 20)
}
