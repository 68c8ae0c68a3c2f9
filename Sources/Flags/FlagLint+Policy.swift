import FleetCore
import StrictJSON

/// `client_policy`: whom the servers turn away.
extension FlagCheck {
    func checkPolicy() {
        guard let policy = document.policy else { return }
        if let minimum = policy.minSupported, let recommended = policy.recommended, recommended.precedes(minimum) == true {
            problems.report(
                .recommendedBelowMinimum, at: place("recommended"), "\(recommended.text) is below min_supported, \(minimum.text)")
        }
        if let until = policy.flushOnlyUntil { checkFlushUntil(until, policy) }
        if let minimum = policy.minSupported { checkMinimum(minimum, policy) }
    }

    private func place(_ member: String) -> Int {
        let object = document.source.root["client_policy"]
        return object?[member]?.offset ?? object?.offset ?? document.source.root.offset
    }

    private func checkFlushUntil(_ until: Instant, _ policy: ClientPolicy) {
        if policy.minSupported == nil {
            problems.report(.flushUntilAlone, at: place("flush_only_until"), "says nothing without min_supported")
        }
        guard until <= now else { return }
        if previous?.policy?.flushOnlyUntil == until {
            problems.report(
                .flushUntilOver, at: place("flush_only_until"),
                "over since \(until): whoever is below min_supported is blocked with what is in the outbox")
        } else {
            problems.report(
                .flushUntilPast, at: place("flush_only_until"), "\(until) is in the past: it would block outboxes at once")
        }
    }

    private func checkMinimum(_ minimum: AppVersion, _ policy: ClientPolicy) {
        guard let previous else {
            // Whether it is raised is not known: say whom it locks out.
            if let worst = fleet?.lockedOut?.worst, worst.share > 0 {
                problems.report(
                    .minimumLocksOut, at: place("min_supported"),
                    "\(FlagCheck.text(worst.share)) of active installs were below it on \(worst.day)")
            }
            return
        }
        if let before = previous.policy?.minSupported, before.precedes(minimum) != true {
            checkDateIsNotBroughtForward(policy, previous)
            return
        }
        if policy.flushOnlyUntil == nil {
            problems.report(
                .flushUntilMissing, at: place("min_supported"),
                "raised without flush_only_until: until when may those it locks out send what waits?")
        }
        guard let fleet else {
            problems.report(
                .minimumUnchecked, at: place("min_supported"), "raised, and not compared with the fleet: use --fleet")
            return
        }
        if let until = policy.flushOnlyUntil { checkFlushUntilIsLate(until, fleet.lockedOut) }
        if !allowances.securityReason { checkShare(fleet) }
    }

    /// An earlier date cuts the same people off as a raise does, and so does one where there was none.
    private func checkDateIsNotBroughtForward(_ policy: ClientPolicy, _ previous: FlagDocument) {
        guard let until = policy.flushOnlyUntil else { return }
        if let before = previous.policy?.flushOnlyUntil, before <= until { return }
        guard let lockedOut = fleet?.lockedOut else {
            problems.report(
                .minimumUnchecked, at: place("flush_only_until"),
                "earlier than before, and not compared with the fleet: use --fleet")
            return
        }
        checkFlushUntilIsLate(until, lockedOut)
    }

    private func checkShare(_ fleet: FleetFacts) {
        let days = FleetFacts.LockedOut.shareDays
        for obstacle in fleet.lockedOut?.obstacles ?? [.daysUnknown(known: 0, small: 0), .requestsUnknown(known: 0, small: 0)] {
            switch obstacle {
            case .share(let share, let day):
                problems.report(
                    .minimumShare, at: place("min_supported"),
                    "raised above versions that \(FlagCheck.text(share)) of active installs had on \(day); "
                        + "under 0.5 % on each of \(days) days is the limit without a security reason")
            case .daysUnknown(let known, let small):
                let few = "\(small) more with under \(FleetFacts.LockedOut.leastInstalls) installs, which show no such share"
                problems.report(
                    .minimumShareUnknown, at: place("min_supported"),
                    "raised, and the store has \(known) of the last \(days) days\(small > 0 ? " (and \(few))" : ""); what is not "
                        + "known is not 0")
            case .requests(let share, let day):
                problems.report(
                    .minimumShare, at: place("min_supported"),
                    "raised above versions that sent \(FlagCheck.text(share)) of requests on \(day); under 0.5 % is the limit")
            case .requestsUnknown(let known, let small):
                let few = "\(small) more with under \(FleetFacts.LockedOut.leastInstalls) requests"
                let what =
                    known + small == 0
                    ? "not in the store"
                    : "in the store of \(known) of the last \(days) days only\(small > 0 ? " (and \(few))" : "")"
                problems.report(
                    .minimumRequestsUnknown, at: place("min_supported"),
                    "raised, and the servers' requests by version are \(what): the oldest versions send no telemetry")
            }
        }
    }

    /// Whoever is locked out must have come back, and have sent what waits, before the date.
    private func checkFlushUntilIsLate(_ until: Instant, _ lockedOut: FleetFacts.LockedOut?) {
        guard let lockedOut else { return }
        let waits = [
            ("99 % of them come back within", lockedOut.returnSeconds),
            ("the 99th percentile of their oldest message is", lockedOut.queueAgeSeconds),
        ]
        for (what, seconds) in waits {
            guard let seconds, until < now.advanced(bySeconds: seconds) else { continue }
            problems.report(
                .flushUntilEarly, at: place("flush_only_until"),
                "\(until) is too early: \(what) \(FlagCheck.days(seconds)); not before \(now.advanced(bySeconds: seconds))")
        }
    }

    /// Rounded up: 0.496 % is not to be read as 0.5.
    private static func text(_ share: Double) -> String {
        let hundredths = Int64((share * 10_000).rounded(.up))
        return RolloutPercent(checking: min(hundredths * 10, 100_000))?.text ?? ""
    }

    private static func days(_ seconds: Int64) -> String {
        let hours = (seconds + 3599) / 3600
        return hours < 48 ? "\(hours) h" : "\((hours + 23) / 24) d"
    }
}
