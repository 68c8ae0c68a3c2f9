import FleetCore
import StrictJSON

/// A document as a flag definition of flagd (https://flagd.dev), for clients and servers that evaluate with OpenFeature.
///
/// flagd's `fractional` takes murmur3_x86_32 of a text and `(hash × sum of weights) >> 32`; with the text
/// `flag:install id` and weights in thousandths of a percent that is ``Bucketing``. Its `sem_ver` compares as we do, for
/// versions of up to three parts. The context has the install id as `targetingKey` and the version as `app_version`.
public enum FlagdDefinition {
    /// Where flagd and this document may differ.
    public struct Difference: Sendable, Hashable {
        public let flag: String
        /// `versions of four parts are off`.
        public let words: String
    }

    /// What flagd can't read, and takes for below every minimum.
    static let fourParts = "flagd reads no version of four parts: off there"
    /// What flagd reads and no client of ours does.
    static let leadingV = "flagd reads versions with a leading v, which are unreadable here: not off there"

    /// Empty where no flag has a minimum: then all is the same.
    public static func differences(_ document: FlagDocument) -> [Difference] {
        document.flags.filter { $0.minApp != nil && !document.isKilled($0.name) && canBeOn($0, document) }.flatMap { flag in
            [fourParts, leadingV].map { Difference(flag: flag.name, words: $0) }
        }
    }

    /// The definition as indented JSON.
    public static func json(_ document: FlagDocument) -> String {
        var json = JSONWriter(.indented)
        json.object { json in
            json.member("$schema", "https://flagd.dev/schema/v0/flags.json")
            json.key("metadata")
            json.object {
                $0.member("version", document.version)
                $0.member("source", document.file)
            }
            json.key("flags")
            json.object { json in
                for name in document.names {
                    json.key(name)
                    write(name, document, &json)
                }
            }
        }
        return json.text + "\n"
    }

    private static func canBeOn(_ flag: FlagDocument.Definition, _ document: FlagDocument) -> Bool {
        guard let rollout = flag.rollout, document.knowsHash else { return flag.isOnByDefault }
        return rollout > .nobody
    }

    private static func write(_ name: String, _ document: FlagDocument, _ json: inout JSONWriter) {
        let flag = document.flag(name)
        let canBeOn = flag.map { self.canBeOn($0, document) } ?? false
        json.object { json in
            json.member("state", "ENABLED")
            json.key("variants")
            json.object {
                $0.member("on", true)
                $0.member("off", false)
            }
            guard let flag, canBeOn, !document.isKilled(name) else {
                json.member("defaultVariant", "off")
                return
            }
            let split = document.knowsHash ? flag.rollout.flatMap { $0 < .everybody ? $0 : nil } : nil
            guard flag.minApp != nil || split != nil else {
                json.member("defaultVariant", "on")
                return
            }
            json.member("defaultVariant", "off")
            json.key("targeting")
            writeTargeting(flag, split, &json)
            guard flag.minApp != nil else { return }
            json.key("metadata")
            json.object { $0.member("differs", "\(fourParts); \(leadingV)") }
        }
    }

    /// `{"if": [condition, outcome, "off"]}`: a minimum, an id where one is needed, and the split.
    private static func writeTargeting(
        _ flag: FlagDocument.Definition, _ split: RolloutPercent?, _ json: inout JSONWriter
    ) {
        json.object { json in
            json.key("if")
            json.array { json in
                switch (flag.minApp, split) {
                case (let minimum?, nil): writeGate(minimum, &json)
                case (nil, _): writeVariable("targetingKey", &json)
                case (let minimum?, .some):
                    json.object { json in
                        json.key("and")
                        json.array { json in
                            writeGate(minimum, &json)
                            writeVariable("targetingKey", &json)
                        }
                    }
                }
                if let split { writeSplit(flag.name, split, &json) } else { json.string("on") }
                json.string("off")
            }
        }
    }

    private static func writeVariable(_ name: String, _ json: inout JSONWriter) {
        json.object { $0.member("var", name) }
    }

    private static func writeSplit(_ name: String, _ percent: RolloutPercent, _ json: inout JSONWriter) {
        json.object { json in
            json.key("fractional")
            json.array { json in
                json.object { json in
                    json.key("cat")
                    json.array { json in
                        json.string(name + ":")
                        writeVariable("targetingKey", &json)
                    }
                }
                for (variant, weight) in [("on", percent.thousandths), ("off", Bucketing.bucketCount - percent.thousandths)] {
                    json.array { json in
                        json.string(variant)
                        json.integer(weight)
                    }
                }
            }
        }
    }

    private static func writeGate(_ minimum: AppVersion, _ json: inout JSONWriter) {
        let (comparison, bound) = gate(minimum)
        json.object { json in
            json.key("sem_ver")
            json.array { json in
                writeVariable("app_version", &json)
                json.string(comparison)
                json.string(bound)
            }
        }
    }

    /// The minimum in three parts. A fourth part above 0 is above every version of three such parts and below the next:
    /// at least 5.14.0.1 is, for them, above 5.14.0.
    static func gate(_ minimum: AppVersion) -> (comparison: String, bound: String) {
        let core = minimum.text.prefix { $0 != "-" && $0 != "+" }
        let rest = minimum.text.dropFirst(core.count).prefix { $0 != "+" }
        var parts = core.split(separator: ".").map(String.init)
        guard parts.count == 4 else {
            while parts.count < 3 { parts.append("0") }
            return (">=", parts.joined(separator: ".") + rest)
        }
        let three = parts[..<3].joined(separator: ".")
        return parts[3] == "0" ? (">=", three + rest) : (">", three)
    }
}
