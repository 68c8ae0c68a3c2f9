import FleetCore
import Testing

@testable import Capacity

@Suite struct VerificationTests {
    private let verification: Verification

    init() throws { verification = try Verification.ofTheDesigns() }

    @Test func `the list of stated figures can be read, each once, and every figure is a node of the stated unit`() throws {
        #expect(StatedFigures.list.faults == [])
        #expect(StatedFigures.list.figures.count == 162)
        #expect(Set(StatedFigures.list.figures.map(\.id)).count == 162)
        let graph = try Graph(Design.all + [Design.walkthroughs])
        for figure in StatedFigures.list.figures {
            let node = graph.node(figure.id)
            #expect(node != nil, "\(figure.id)")
            #expect(node?.unit.dimension == figure.stated.unit.dimension, "\(figure.id): \(node?.unit.description ?? "")")
        }
    }

    @Test func `154 of the 162 figures reproduce, 25 of them calibrated and 7 from a quoted total`() {
        #expect(verification.count(.reproduces) == 154)
        #expect(verification.count(.deviates) == 2)
        #expect(verification.count(.notDerivable) == 6)
        #expect(verification.count(.stated) == 122)
        #expect(verification.count(.calibrated) == 25)
        #expect(verification.count(.quoted) == 7)
    }

    @Test func `the two that deviate are round 3's media and the heartbeat bytes' cost, by as much as is known`() throws {
        let deviating = verification.checks.filter { $0.verdict == .deviates }
        #expect(deviating.map(\.figure.id) == ["chat.r2.cost.heartbeat_upper", "chat.r3.cost.media"])
        #expect(deviating.map { $0.computed?.number } == [1538.384, 328_200])
        #expect(deviating.map { $0.figure.stated.number } == [1000, 327_400])
    }

    @Test func `what has no inputs says why, and nothing is computed for it`() {
        let without = verification.checks.filter { $0.verdict == .notDerivable }
        #expect(
            without.map(\.figure.id) == [
                "chat.r1.cost.total_per_month", "chat.r2.battery.estimate_pct_per_day", "chat.r2.cost.total_per_month",
                "chat.r3.cost.per_dau_cents", "feed.r1.cost.total_per_month", "feed.r2.cost.total_per_month",
            ])
        for check in without {
            #expect(check.computed == nil)
            #expect(check.note.hasPrefix("quoted: "))
        }
    }

    @Test func `what starts from a quoted total is these seven, one of them estimated`() {
        let quoted = verification.checks.filter { $0.basis == .quoted }.map(\.figure.id)
        #expect(
            quoted == [
                "chat.r2.cost.total_rounded", "chat.r2.cost.media_share", "chat.r2.cost.per_dau_cents",
                "chat.r3.cost.media_share",
                "chat.r3.cost.envelope_writes_share", "feed.r2.cost.per_dau", "feed.r3.cost.per_dau",
            ])
        #expect(verification.checks.filter { $0.figure.how == .estimated }.map(\.figure.id) == ["feed.r3.cost.per_dau"])
    }

    @Test func `what takes a calibrated value is these twenty-five, and each names it`() {
        let calibrated = verification.checks.filter { $0.basis == .calibrated && $0.verdict == .reproduces }
        #expect(
            calibrated.map(\.figure.id) == [
                "chat.r2.frames.binary_bytes_per_day", "chat.r2.frames.json_saving_per_day", "chat.r2.cost.json_saving_upper",
                "chat.r2.heartbeat.bytes_per_day", "chat.r2.heartbeat.ratio_to_frames", "chat.r2.cache.tight_utilization",
                "chat.r2.cache.ops_per_shard", "chat.r2.cost.media", "chat.r2.cost.gateway_share", "chat.r2.cost.dynamodb_share",
                "chat.r3.cache.live_envelope_deliveries", "chat.r3.cache.deadline_ops", "chat.r3.cache.total_ops",
                "chat.r3.cache.tight_shards", "chat.r3.cache.ops_per_shard", "chat.r3.cost.envelope_writes",
                "chat.r3.cost.gateway_share", "chat.r3.lever.cursor_saved_writes", "chat.r3.lever.cursor_storage_high",
                "feed.r2.cost.provisioned_cut", "feed.r2.cost.api_egress", "feed.r2.cost.images_share_min",
                "feed.r3.telemetry.peak_bytes_per_s", "feed.r3.flags.cloudfront_cost", "feed.r3.cost.images_share_min",
            ])
        for check in calibrated { #expect(!check.calibrated.isEmpty, "\(check.figure.id)") }
        for check in verification.checks where check.basis == .stated { #expect(check.calibrated.isEmpty, "\(check.figure.id)") }
    }

    @Test func `no figure is copied: where its inputs move, so does the verdict`() throws {
        let graph = try Graph(Design.all + [Design.walkthroughs])
        // A tenth more users, messages and traffic everywhere: nothing that depends on them stays within its last digit.
        var inputs: [String: Rational?] = [:]
        for node in graph.nodes where node.isInput && node.kind == .assumption {
            if let value = node.value, node.range != .share { inputs[node.id] = value * 1.1 }
        }
        let moved = Verification(try Evaluation(graph, inputs: inputs))
        let still = moved.checks.filter { $0.verdict == .reproduces }.map(\.figure.id)
        #expect(still.count < 45, "\(still)")
    }
}
