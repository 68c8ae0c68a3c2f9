import FleetCore
import Health
import Incidents
import Reporting
import StrictJSON

/// What `signals check` posts: the same facts in the shape that the receiver reads.
struct SignalMessages {
    enum Shape: String, Sendable, CaseIterable { case json, alertmanager, slack }

    let at: Instant
    let notices: [SignalNotice]
    let next: NextLine

    func body(_ shape: Shape) -> [UInt8] {
        switch shape {
        case .json: json
        case .alertmanager: alertmanager
        case .slack: slack
        }
    }

    /// `push_failures (page): 47.04 %, over 10 %, since 11:20 UTC, 40 min ago; error code UNAVAILABLE …`
    private func sentence(_ message: SignalNotice) -> String {
        let state = message.state
        if message.resolved {
            return "\(state.signal.name) is well again" + (SignalText.value(state).map { ": " + $0 } ?? "")
        }
        return SignalText.sentence(state, at: at) + (state.signal.runbook.map { "; " + next("chatfleet runbook \($0)") } ?? "")
    }

    private var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("schema_version", 1)
            json.member("at", at.description)
            json.key("signals")
            json.array { json in
                for message in notices {
                    let state = message.state
                    json.object { json in
                        json.member("signal", state.signal.name)
                        json.member("level", state.level.rawValue)
                        json.member("is_resolved", message.resolved)
                        json.member("value", state.value)
                        json.member("value_of", SignalText.whose(state))
                        json.member("unit", state.signal.unit)
                        json.member("limit", state.limit)
                        json.member("since", state.since?.description)
                        json.member("slice", state.slice.map(SignalText.slice))
                        json.member("runbook", state.signal.runbook)
                        json.member("text", sentence(message))
                    }
                }
            }
        }
        return json.bytes
    }

    /// Alertmanager's `POST /api/v2/alerts`: labels tell an alert apart, so nothing that changes is among them.
    private var alertmanager: [UInt8] {
        var json = JSONWriter()
        json.array { json in
            for message in notices {
                let state = message.state
                json.object { json in
                    json.key("labels")
                    json.object { json in
                        json.member("alertname", "ChatfleetSignal")
                        json.member("signal", state.signal.name)
                    }
                    json.key("annotations")
                    json.object { json in
                        json.member("summary", sentence(message))
                        json.member("level", state.level.rawValue)
                        json.member("runbook", state.signal.runbook ?? "")
                    }
                    // Without it Alertmanager takes the time at which it first heard of the alert.
                    if let since = state.since { json.member("startsAt", since.description) }
                    if message.resolved { json.member("endsAt", at.description) }
                }
            }
        }
        return json.bytes
    }

    /// Slack's incoming webhook: one text.
    private var slack: [UInt8] {
        let lines = notices.map { message in
            let sign = message.resolved ? "✓" : SignalText.mark(message.state.level).signAndStyle.sign
            return "\(sign) \(slackEscaped(sentence(message)))"
        }
        var json = JSONWriter()
        json.object { $0.member("text", lines.joined(separator: "\n")) }
        return json.bytes
    }

    /// The three characters that Slack gives a meaning.
    private func slackEscaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
