import FleetCore

/// Writes one report as a line of NDJSON, in the members and order of the client contract.
struct ReportWriter {
    let model: FleetModel
    private let startEpoch: Int64
    private var planned = DayPlan()
    private var failures = DecryptFailures()

    init(model: FleetModel) {
        self.model = model
        startEpoch = model.options.window.from.start.epochSeconds
    }

    /// Appends the line, its line feed included. Damage, if any, is done to a report that was sound.
    mutating func write(_ delivery: Delivery, into line: inout LineBuffer) -> Damage? {
        let life = model.life(delivery.install)
        _ = planned.make(life, day: delivery.localDay, model: model)
        let upload = planned.uploads[delivery.upload]
        let damage = Damage.of(delivery, model)
        let first = line.count
        line.append("{\"install_id\":\"")
        if let void = damage?.voidInstall { line.append(void) } else { appendId("i_", .identity, life.number, &line) }
        let version = planned.version(of: upload.slot)
        line.append("\",\"app_version\":\"")
        line.append(model.plan[version].text)
        line.append("\",\"platform\":\"")
        line.append(life.platform.name)
        if let deviceClass = life.deviceClass {
            line.append("\",\"device_class\":\"")
            line.append(InstallLife.deviceClasses[deviceClass])
        }
        line.append("\",\"day\":\"")
        appendDay(life, delivery, damage, &line)
        // A repeat is another attempt at the same upload, so it carries the time of that attempt.
        let sentAt = delivery.receivedAt - 1
        line.append("\",\"sent_at\":\"")
        line.append(clientInstant(sentAt, life))
        line.append("\",\"os_version\":\"")
        line.append(life.osVersion)
        line.append("\",\"app_build\":")
        line.append(model.plan[version].build)
        appendFlags(life, upload, &line)
        if damage == .noHealth {
            line.append(",\"health\":null")
        } else {
            var members = HealthMembers(life, planned, upload, delivery.localDay, model)
            members.write(damage: damage, clockSkew: life.clockSkewSeconds, startEpoch: startEpoch, into: &line)
        }
        appendFailures(life, delivery, upload, &line)
        CrashGroups(model: model).append(life, planned, delivery, upload, startEpoch: startEpoch, into: &line)
        if damage == .unknownMember { line.append(",\"thermal_state\":{\"peak\":\"serious\",\"minutes\":4}") }
        line.append(",\"received_at\":\"")
        line.append(Instant(epochSeconds: startEpoch + Int64(delivery.receivedAt)))
        line.append("\"}")
        if damage == .truncated { line.cut(to: first + (line.count - first) * 2 / 3) }
        line.append(UInt8(ascii: "\n"))
        return damage
    }

    private func appendId(_ prefix: String, _ purpose: Purpose, _ number: Int, _ line: inout LineBuffer) {
        line.append(prefix)
        // A bijection of the number: no two installs share an id.
        line.append(hex: SplitMix64.mix(streamKey(model.seed, purpose, 0) ^ UInt64(number)))
    }

    private func appendDay(_ life: InstallLife, _ delivery: Delivery, _ damage: Damage?, _ line: inout LineBuffer) {
        if damage == .noSuchDay { return line.append("2026-02-30") }
        // A clock that is days off also writes another day.
        let wholeDays = (life.clockSkewSeconds + (life.clockSkewSeconds < 0 ? -43_200 : 43_200)) / 86_400
        line.append(model.options.window.from.advanced(by: delivery.localDay + wholeDays))
    }

    /// An instant as the client's clock shows it.
    private func clientInstant(_ seconds: Int, _ life: InstallLife) -> Instant {
        Instant(epochSeconds: startEpoch + Int64(seconds + life.clockSkewSeconds))
    }

    /// A document is published every four days; an install evaluates it when it next fetches, minutes to days later.
    private func appendFlags(_ life: InstallLife, _ upload: Upload, _ line: inout LineBuffer) {
        let interval = 4 * 86_400
        var edition = (upload.receivedAt + 40 * interval) / interval
        var at = 0
        repeat {
            var random = SplitMix64(key: streamKey(model.seed, .flags, life.number, edition))
            at = edition * interval - 40 * interval + 22_320 + random.draw(Shape.publishDelaySeconds)
            edition -= 1
        } while at > upload.receivedAt
        at = max(at, min(upload.receivedAt, life.midnight(ofDay: life.firstDay)))
        line.append(",\"flags_version\":")
        line.append(edition + 1)
        line.append(",\"flags_version_at\":\"")
        line.append(clientInstant(at, life))
        line.append("\"")
    }

    private mutating func appendFailures(
        _ life: InstallLife, _ delivery: Delivery, _ upload: Upload, _ line: inout LineBuffer
    ) {
        failures.make(life, day: delivery.localDay, planned, model)
        var isFirst = true
        for pair in failures.pairs where pair.slot == upload.slot && pair.firstAt <= upload.receivedAt {
            line.append(isFirst ? ",\"decrypt_failures\":[{\"device\":\"" : ",{\"device\":\"")
            isFirst = false
            appendId("d_", .device, life.number, &line)
            line.append("\",\"peer_device\":\"")
            appendId("d_", .device, pair.peer, &line)
            line.append("\",\"peer_version\":\"")
            line.append(model.plan[pair.peerVersion].text)
            line.append(pair.isPrekey ? "\",\"message_type\":\"prekey" : "\",\"message_type\":\"normal")
            let last = min(pair.lastAt, upload.receivedAt)
            line.append("\",\"first_at\":\"")
            line.append(clientInstant(pair.firstAt, life))
            line.append("\",\"last_at\":\"")
            line.append(clientInstant(last, life))
            // The day so far: retries spread evenly from the first to the last.
            let span = max(1, pair.lastAt - pair.firstAt)
            line.append("\",\"count\":")
            line.append(1 + (pair.count - 1) * (last - pair.firstAt) / span)
            line.append(pair.isRestored ? ",\"restored_recently\":true" : ",\"restored_recently\":false")
            line.append(pair.recovers && last == pair.lastAt ? ",\"recovered\":true}" : ",\"recovered\":false}")
        }
        if !isFirst { line.append("]") }
    }
}
