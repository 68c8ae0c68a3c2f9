import FleetCore
import Health
import Reporting

/// Chat R3.9: is it the provider; don't retry harder; what still works; the queue drains; afterwards.
struct PushOutageRunbook {
    let facts: PushFacts
    let signals: RunbookSignals

    init(_ facts: PushFacts, _ signals: RunbookSignals) {
        self.facts = facts
        self.signals = signals
    }

    /// Signals whose measure is among the claims of a step.
    private static let said: Set = [
        "push_failures", "push_queue_depth", "push_queue_age", "push_coalescing", "fcm_quota", "time_to_delivered", "escalations",
    ]

    enum Branch: String {
        case provider, credentials, recovery
        case oneWorker = "one-worker"
        case uncoalesced
    }

    /// What providers answer where it is us whom they don't let in (FCM HTTP v1 and APNs error codes).
    private static let credentialCodes: Set = [
        "UNAUTHENTICATED", "PERMISSION_DENIED", "SENDER_ID_MISMATCH", "THIRD_PARTY_AUTH_ERROR", "InvalidProviderToken",
        "ExpiredProviderToken", "MissingProviderToken", "BadCertificate", "Forbidden",
    ]

    // MARK: What it is

    private var faultyProviders: [PushFacts.Rate] { facts.providers.filter(\.isFaulty) }
    private var faultyWorkers: [PushFacts.Rate] { facts.workers.filter(\.isFaulty) }

    /// Few of several workers fail, and the others don't.
    private var isOneWorker: Bool {
        facts.workers.count >= 2 && !faultyWorkers.isEmpty && faultyWorkers.count * 2 < facts.workers.count
    }

    private var credentialShare: Double {
        let all = facts.codes.reduce(0) { $0 + $1.failures }
        let ours = facts.codes.filter { PushOutageRunbook.credentialCodes.contains($0.code) }.reduce(0) { $0 + $1.failures }
        return all > 0 ? ours / all : 0
    }

    private var isCoalescing: Finding {
        guard facts.isFresh, let depth = facts.queueNow, let conversations = facts.conversationsNow else { return .unknown }
        return depth <= conversations * 1.5 + 1000 ? .confirmed : .refuted
    }

    private var isQueueLong: Bool {
        guard let now = facts.queueNow else { return false }
        return now > 3 * max(1000, facts.queueUsual ?? 0)
    }

    /// Fresh metrics that say nothing of providers don't show that all is well.
    private var isKnown: Bool { facts.isFresh && (isOneWorker || facts.providers.contains { $0.attempts > 0 }) }

    private var main: Branch? {
        guard isKnown else { return nil }
        if isOneWorker { return .oneWorker }
        if !faultyProviders.isEmpty { return credentialShare > 0.5 ? .credentials : .provider }
        if facts.endedAt != nil, isQueueLong { return .recovery }
        return nil
    }

    private var branches: [Branch] {
        guard let main else { return [] }
        return [main] + (main != .oneWorker && isCoalescing == .refuted && isQueueLong ? [.uncoalesced] : [])
    }

    // MARK: The answer

    var answer: RunbookAnswer {
        RunbookAnswer(
            runbook: .pushOutage, at: facts.at, isCalledFor: signals.finding(outage), verdict: signals.verdict(verdict, outage),
            branches: branches.map(\.rawValue), since: main == nil ? signals.bad.first?.since : facts.since,
            steps: [confirm, dontRetry, tellUsers, recover, afterwards])
    }

    private var outage: Finding { isKnown ? (main == nil ? .refuted : .confirmed) : .unknown }
    private var since: String { facts.since.map { ", since \($0)" } ?? "" }
    private var names: String { faultyProviders.map(\.name).joined(separator: " and ") }

    private var verdict: String {
        guard facts.isFresh else {
            return facts.newest.map { "unknown: the newest metric of the push workers is of \($0)" }
                ?? "unknown: the store has no metrics of the push workers of the last 6 h"
        }
        guard isKnown else { return "unknown: no sends were counted by provider in 10 min" }
        switch main {
        case .provider:
            let code = facts.codes.first.map { " with \($0.code)" } ?? ""
            return "\(names) fails\(code), on every worker\(since)"
        case .credentials: return "\(names) refuses our credentials (\(facts.codes.first?.code ?? ""))\(since)"
        case .oneWorker: return "the connections of \(workerNames) fail, those of the other workers are well\(since)"
        case .recovery:
            return
                "over since \(facts.endedAt.map { "\($0)" } ?? "")\(since.replacing(", since", with: ", began")); the queue drains"
        case .uncoalesced, nil: return "no provider and no worker fails"
        }
    }

    private var workerNames: String { faultyWorkers.map(\.name).joined(separator: ", ") }

    private var confirm: RunbookStep {
        var step = RunbookStep("Is it the provider?")
        for rate in facts.providers {
            step.claims.append(Claim(finding(rate.isFaulty), "\(rate.name) fails: \(words(rate))"))
        }
        if facts.workers.isEmpty {
            step.claims.append(Claim(.unknown, "single workers fail: sends are not told apart by worker"))
        } else {
            let worst = facts.workers.max { $0.share < $1.share }
            let others = isOneWorker ? facts.workers.filter { !$0.isFaulty } : []
            let detail =
                isOneWorker
                ? "\(faultyWorkers.map { "\($0.name) \(share($0.share))" }.joined(separator: ", ")); the others "
                    + share(others.map(\.share).max() ?? 0) + " at most"
                : "the worst of \(facts.workers.count), \(worst?.name ?? ""), \(share(worst?.share ?? 0)); "
                    + "the best \(share(facts.workers.map(\.share).min() ?? 0))"
            step.claims.append(Claim(finding(isOneWorker), "only single workers fail: \(detail)"))
        }
        let codes = facts.codes.prefix(3).map { "\($0.code) \(number($0.failures))" }.joined(separator: ", ")
        let codeWords = codes.isEmpty ? "no failure has a code" : codes
        if isKnown, !facts.codes.isEmpty || faultyProviders.isEmpty {
            step.claims.append(
                Claim(finding(credentialShare > 0.5 && !faultyProviders.isEmpty), "we are refused, not unheard: \(codeWords)"))
        } else {
            step.claims.append(Claim(.unknown, "we are refused, not unheard: \(codeWords)"))
        }
        if facts.providers.isEmpty { step.claims.insert(Claim(.unknown, "a provider fails: \(verdict)"), at: 0) }
        step.claims += signals.claims(besides: outage == .confirmed ? PushOutageRunbook.said : [])
        switch main {
        case .provider:
            step.advice = ["Look at the provider's status page: firebase.google.com/support, developer.apple.com/system-status."]
        case .credentials:
            step.advice = ["Renew the key that the workers sign in with, and look who changed it: chatfleet timeline."]
        case .oneWorker:
            step.advice = ["Recycle the workers; the rest of this procedure is for an outage, which this is not."]
            step.commands.append(NextCommand(PlaybookCommands.recycleWorkers, "starts the workers anew", changes: true))
        default: break
        }
        let provider = faultyProviders.first?.name ?? "FCM"
        step.commands.insert(
            NextCommand(
                PlaybookCommands.metric(
                    "Chat/Push", "SendFailures", [("Provider", provider)], from: start, to: facts.at),
                "the design's playbook, chat 1"),
            at: 0)
        if main != nil {
            step.commands.append(NextCommand("chatfleet timeline --from \(start) --to \(facts.at)", "what was done before"))
        }
        return step
    }

    /// Half an hour before it began.
    private var start: Instant { (facts.since ?? facts.at.advanced(bySeconds: -3600)).advanced(bySeconds: -1800) }

    private var dontRetry: RunbookStep {
        var step = RunbookStep("Don't retry harder")
        let queue = facts.queueNow.map { "\(number($0)) waiting, usually \(facts.queueUsual.map(number) ?? "not known")" }
        step.claims.append(
            Claim(facts.queueNow == nil ? .unknown : finding(isQueueLong), "the queue grows: \(queue ?? "no data")"))
        let bound = facts.conversationsNow.map { "\(number($0)) conversations wait" } ?? "conversations are not counted"
        step.claims.append(Claim(isCoalescing, "it coalesces, a push a conversation: \(bound)"))
        if let now = facts.fcmNow, let usual = facts.fcmUsual {
            step.claims.append(
                Claim(
                    finding(now < 1.5 * usual),
                    "workers send no more than usual: \(number(now)) sends to FCM a minute, usually \(number(usual))"
                ))
        } else {
            step.claims.append(Claim(.unknown, "workers send no more than usual: sends are not counted"))
        }
        step.advice = [
            "Never add push workers in an outage of the provider (the playbook's update-service --desired-count): workers back off "
                + "for each provider already, and more of them are more load on it."
        ]
        if branches.contains(.uncoalesced) {
            step.advice.append(
                "The queue holds far more than a push a conversation: it is not bounded. Stop what fills it before it fills the "
                    + "disk, or users get a burst of stale notifications.")
        }
        return step
    }

    private var tellUsers: RunbookStep {
        var step = RunbookStep("Tell users what works")
        if let now = facts.socketsNow, let usual = facts.socketsUsual {
            step.claims.append(
                Claim(
                    finding(now > 0.9 * usual),
                    "open apps still receive: \(number(now)) sockets are open, usually \(number(usual))"))
        } else {
            step.claims.append(Claim(.unknown, "open apps still receive: sockets are not counted"))
        }
        step.claims.append(
            facts.mailboxThrottles.map {
                Claim(finding($0 == 0), "mailboxes hold everything: \(number($0)) throttled writes of Mailboxes in 10 min")
            } ?? Claim(.unknown, "mailboxes hold everything: the table's metrics are not there"))
        step.advice = [
            "Apps in the foreground and desktops receive over their sockets; phones fetch the rest when they are opened."
        ]
        step.commands = [
            NextCommand(
                PlaybookCommands.metric(
                    "AWS/DynamoDB", "WriteThrottleEvents", [("TableName", "Mailboxes")], from: start, to: facts.at),
                "the design's playbook, chat 3")
        ]
        if main != nil {
            let text = shellQuoted("push: \(verdict)")
            step.commands.append(
                NextCommand(
                    "chatfleet annotate \(text) --kind incident" + (facts.since.map { " --at \($0)" } ?? ""), "for the timeline",
                    changes: true))
        }
        return step
    }

    private var recover: RunbookStep {
        var step = RunbookStep("On recovery, watch the queue drain")
        let ended = facts.endedAt.map { "since \($0)" } ?? (facts.since == nil ? "there was none in 6 h" : "not yet")
        step.claims.append(
            Claim(
                isKnown ? finding(facts.endedAt != nil && faultyProviders.isEmpty) : .unknown,
                "the outage is over: \(ended)"))
        if let now = facts.fcmNow, let alarm = facts.fcmAlarm {
            step.claims.append(
                Claim(
                    finding(now >= alarm),
                    "FCM's quota runs short: \(number(now)) a minute, \(share(now / alarm)) of the alarm at \(number(alarm))"))
        } else {
            step.claims.append(Claim(.unknown, "FCM's quota runs short: sends are not counted"))
        }
        let oldest = facts.oldestSeconds.map { durationText(seconds: $0) } ?? "not known"
        step.advice = [
            "The queue drains coalesced: one push a conversation with its newest message. The oldest waits for \(oldest)."
        ]
        step.commands = [
            NextCommand("chatfleet simulate push-outage --help", "how long a backlog takes to drain under the quota")
        ]
        return step
    }

    private var afterwards: RunbookStep {
        var step = RunbookStep("Afterwards: deliveries and escalations")
        func claim(_ what: String, _ now: Double?, _ usual: Double?, _ text: (Double) -> String) -> Claim {
            guard let now, let usual else { return Claim(.unknown, "\(what): no data") }
            return Claim(finding(now > 2 * usual), "\(what): \(text(now)), usually \(text(usual))")
        }
        step.claims = [
            claim("deliveries take longer (p99)", facts.deliveredNow, facts.deliveredUsual) { durationText(seconds: $0 / 1000) },
            claim("more messages escalate, a minute", facts.escalationsNow, facts.escalationsUsual, number),
        ]
        step.advice = ["Compare the time to DELIVERED with its alarm over the whole outage, and review the escalations."]
        step.commands = [
            NextCommand("chatfleet timeline --from \(start) --format markdown", "for the review")
        ]
        return step
    }

    // MARK: Words

    private func words(_ rate: PushFacts.Rate) -> String {
        "\(share(rate.share)) of \(number(rate.attempts)) sends in 10 min"
            + (rate.usual.map { ", usually \(share($0))" } ?? "")
    }

    private func finding(_ isSo: Bool) -> Finding { facts.isFresh ? (isSo ? .confirmed : .refuted) : .unknown }
}

func share(_ value: Double) -> String { shareText(value, .nearest) }

/// A whole count, digits in groups.
func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 9e18 else { return "\(value)" }
    return groupedDigits(Int64(value.rounded()))
}
