import FleetCore
public import StrictJSON

extension FlagDocument {
    /// Reads a document. Nil where anything is wrong with it, all of which is told: a client that got half a document would
    /// lose flags and kills. What ``FlagLint`` adds is wrong in what it says, not in how it is written.
    public static func decode(_ bytes: [UInt8], file: String) -> (document: FlagDocument?, problems: [DocumentProblem]) {
        let (document, problems) = decodeWhatIsRight(bytes, file: file)
        return (problems.contains { $0.severity == .error } ? nil : document, problems)
    }

    /// As ``decode(_:file:)``, with what can be read of a wrong document, so that lint finds the rest of the mistakes.
    static func decodeWhatIsRight(
        _ bytes: [UInt8], file: String
    ) -> (document: FlagDocument?, problems: [DocumentProblem]) {
        let (source, syntax) = JSONDocument.read(bytes, file: file)
        guard let source else { return (nil, syntax) }
        var decoder = FlagDecoder(source)
        let document = decoder.document()
        return (document, DocumentProblem.sorted(syntax + decoder.problems.problems))
    }

    /// What every client's number type holds exactly; no version is above it, in a document or where one is named.
    public static let greatestVersion: Int64 = (1 << 53) - 1

    /// `[a-z][a-z0-9_]{0,63}`.
    public static func isFlagName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first &- 0x61 < 26, name.utf8.count <= 64 else { return false }
        return name.utf8.allSatisfy { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_") }
    }
}

extension FlagDocument {
    /// Every member's own name that is read, of the document and of its objects.
    static let memberNames =
        FlagDecoder.topMembers + FlagDecoder.flagMembers + FlagDecoder.policyMembers + FlagDecoder.telemetryMembers
}

/// From the tree to the document.
private struct FlagDecoder {
    static let topMembers = ["version", "hash", "kill", "flags", "client_policy", "telemetry"]
    static let flagMembers = ["default", "rollout_percent", "min_app"]
    static let policyMembers = ["min_supported", "recommended", "flush_only_until"]
    static let telemetryMembers = ["session_sample_percent"]
    let source: JSONDocument
    let problems: DocumentProblems
    /// Most flags name one of a few versions.
    private var versions: [String: AppVersion] = [:]

    init(_ source: JSONDocument) {
        self.source = source
        problems = DocumentProblems(source)
    }

    mutating func document() -> FlagDocument? {
        guard let top = ObjectReader(source.root, problems, members: FlagDecoder.topMembers) else { return nil }
        let version = top.whole("version", in: 1...FlagDocument.greatestVersion, .required)
        if let node = top.value("version"), case .number(let numeral) = node.value { checkForm(numeral, node) }
        let flags = flags(top)
        return FlagDocument(
            source: source, version: version ?? 0, hash: top.string("hash"), kills: kills(top), flags: flags,
            policy: policy(top), sessionSample: sessionSample(top))
    }

    // MARK: Flags and kills

    private mutating func flags(_ top: ObjectReader) -> [FlagDocument.Definition] {
        guard let object = top.object("flags", members: nil, .required) else { return [] }
        var flags: [FlagDocument.Definition] = []
        flags.reserveCapacity(object.members.count)
        for member in object.members {
            checkName(member)
            // A flag that is no object still has a name that a kill may name.
            let reader = ObjectReader(member.value, problems, members: FlagDecoder.flagMembers)
            flags.append(
                FlagDocument.Definition(
                    name: member.name, isOnByDefault: reader?.boolean("default") ?? false,
                    rollout: reader.flatMap { percent($0, "rollout_percent") },
                    minApp: reader.flatMap { self.version($0, "min_app") }, offset: member.offset, node: member.value))
        }
        return flags
    }

    private func kills(_ top: ObjectReader) -> [FlagDocument.Kill] {
        guard let object = top.object("kill", members: nil) else { return [] }
        return object.members.compactMap { member in
            checkName(member)
            return ObjectReader.boolean(member.value, problems).map {
                FlagDocument.Kill(name: member.name, isOn: $0, offset: member.offset)
            }
        }
    }

    private func checkName(_ member: JSONMember) {
        if FlagDocument.isFlagName(member.name) { return }
        problems.report(
            .flagName, at: member.offset, "a flag's name has a-z, 0-9 and _ only, begins with a letter, and is at most 64 long")
    }

    // MARK: The rest

    private mutating func policy(_ top: ObjectReader) -> ClientPolicy? {
        guard let object = top.object("client_policy", members: FlagDecoder.policyMembers) else { return nil }
        var until: Instant?
        if let node = object.value("flush_only_until", .nullable), let text = ObjectReader.string(node, problems) {
            until = Instant(text)
            if until == nil {
                problems.report(
                    .flushUntilUnreadable, at: node.offset,
                    "expected a time with its offset (RFC 3339), such as 2026-10-31T00:00:00Z")
            }
        }
        return ClientPolicy(
            minSupported: version(object, "min_supported"), recommended: version(object, "recommended"), flushOnlyUntil: until)
    }

    private func sessionSample(_ top: ObjectReader) -> RolloutPercent? {
        top.object("telemetry", members: FlagDecoder.telemetryMembers).flatMap { percent($0, "session_sample_percent") }
    }

    // MARK: Values

    private mutating func version(_ object: ObjectReader, _ name: String) -> AppVersion? {
        guard let node = object.value(name), let text = ObjectReader.string(node, problems) else { return nil }
        if let known = versions[text] { return known }
        let version = AppVersion(text)
        guard version.isReadable else {
            problems.report(
                .versionUnreadable, at: node.offset, "no client can read this version: digits and dots, as in 5.14.0",
                suggestion: FlagDecoder.readable(text))
            return nil
        }
        // Readable ones are ASCII: equal texts are equal bytes.
        versions[text] = version
        return version
    }

    /// `5.14.0` for `v5.14.0`, ` 5.14.0` and `5,14,0`.
    private static func readable(_ text: String) -> String? {
        let guess = text.prefix(64).filter { $0.isASCII && !$0.isWhitespace }.map { ",_".contains($0) ? "." : $0 }
        let trimmed = String(guess.first == "v" || guess.first == "V" ? guess.dropFirst() : guess[...])
        return AppVersion(trimmed).isReadable ? trimmed : nil
    }

    private func percent(_ object: ObjectReader, _ name: String) -> RolloutPercent? {
        guard let node = object.value(name), let numeral = ObjectReader.numeral(node, problems) else { return nil }
        checkForm(numeral, node)
        if let percent = RolloutPercent(numeral) { return percent }
        let isInside = (0...100).contains(numeral.double)
        problems.report(
            isInside ? .percentPlaces : .percentRange, at: node.offset,
            isInside
                ? "\(numeral.text.prefix(40)) has more than three places: buckets are thousandths of a percent"
                : "\(numeral.text.prefix(40)) is outside 0 … 100")
        return nil
    }

    /// `20.0` and `2e1` are numbers to JSON, and no integers to a client whose decoder looks for one.
    private func checkForm(_ numeral: JSONNumeral, _ node: JSONNode) {
        guard FlagDecoder.isUnusual(numeral) else { return }
        let plain = RolloutPercent(numeral)?.digits ?? numeral.whole.map { String($0) }
        problems.report(
            .numberForm, at: node.offset, "\(numeral.text.prefix(40)): an older client may not decode this form",
            suggestion: plain)
    }
}

extension FlagDecoder {
    /// An exponent, a whole number with a point, or -0.
    private static func isUnusual(_ numeral: JSONNumeral) -> Bool {
        // Nearly all end in no zero, or are plain: seen at a glance.
        let text = numeral.text.utf8
        let last = text.last
        guard last == UInt8(ascii: "0") || text.first == UInt8(ascii: "-") || numeral.hasExponent else { return false }
        if numeral.hasExponent { return true }
        return numeral.isPlain ? numeral.text == "-0" : numeral.whole != nil
    }
}

extension DocumentProblem {
    /// In the order of the text.
    static func sorted(_ problems: [DocumentProblem]) -> [DocumentProblem] {
        problems.enumerated().sorted {
            ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
        }
        .map(\.element)
    }
}
