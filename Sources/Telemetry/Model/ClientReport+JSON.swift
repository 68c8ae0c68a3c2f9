import FleetCore
import StrictJSON

extension ClientReport {
    /// The report in the form that file ingest takes, with keyed hashes in place of device ids: what is kept and
    /// exported of a report that was decoded. Its instants are clock-corrected, and its receipt is the hour's start.
    package var json: String {
        var writer = JSONWriter()
        writer.object { json in
            json.member("install_id", row.key.install.text)
            json.member("app_version", row.key.appVersion)
            json.member("platform", row.key.platform)
            json.member("day", row.key.day.description)
            if let deviceClass = row.deviceClass { json.member("device_class", deviceClass) }
            if let osVersion = row.osVersion { json.member("os_version", osVersion) }
            if row.appBuild >= 0 { json.member("app_build", row.appBuild) }
            if row.flagsVersion >= 0 { json.member("flags_version", row.flagsVersion) }
            if row.flagsVersionAt != HealthRow.noInstant {
                json.member("flags_version_at", Instant(epochSeconds: row.flagsVersionAt).description)
            }
            json.member("received_at", Hour(number: row.reportedKnown).description)
            writeHealth(&json)
            writeFailures(&json)
            writeCrashGroups(&json)
        }
        return writer.text
    }

    private func writeHealth(_ json: inout JSONWriter) {
        json.key("health")
        json.object { json in
            for (index, member) in HealthMember.all.enumerated() {
                if let value = row.members.value(index) { json.member(member.name, value) }
            }
            for (name, hours) in [("active_hours", row.activeHours), ("crashed_hours", row.crashedHours)] {
                guard let hours else { continue }
                json.key(name)
                json.array { json in
                    for hour in hours.hours(of: row.key.day) { json.integer(hour) }
                }
            }
        }
    }

    private func writeFailures(_ json: inout JSONWriter) {
        guard !decryptFailures.isEmpty else { return }
        json.key("decrypt_failures")
        json.array { json in
            for failure in decryptFailures {
                json.object { json in
                    json.member("device_h", failure.device.hex)
                    json.member("peer_h", failure.peerDevice.hex)
                    json.member("peer_version", failure.peerVersion)
                    json.member("message_type", failure.messageType)
                    json.member("first_at", Instant(epochSeconds: failure.first).description)
                    json.member("last_at", Instant(epochSeconds: failure.last).description)
                    json.member("count", failure.failures)
                    json.key("restored_recently")
                    json.boolean(failure.restoredRecently)
                    json.key("recovered")
                    json.boolean(failure.recovered)
                }
            }
        }
    }

    private func writeCrashGroups(_ json: inout JSONWriter) {
        guard !crashGroups.isEmpty else { return }
        json.key("crash_groups")
        json.array { json in
            for group in crashGroups {
                json.object { json in
                    json.member("signature", group.signature)
                    json.member("screen", group.screen)
                    if let deviceModel = group.deviceModel { json.member("device_model", deviceModel) }
                    if let osVersion = group.osVersion { json.member("os_version", osVersion) }
                    if let flags = group.flagsOn {
                        json.key("flags_on")
                        json.array { json in for flag in flags { json.string(flag) } }
                    }
                    json.member("first_at", Instant(epochSeconds: group.first).description)
                    json.member("count", group.crashes)
                }
            }
        }
    }
}
