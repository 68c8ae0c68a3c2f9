public import FleetCore
public import StrictJSON

/// What is wrong with a document beyond how it is written. All at once, in the order of the text.
///
///     let (document, problems) = FlagLint.read(bytes, file: "v44/android.json", now: now)
public enum FlagLint {
    /// Reads a document and checks it in one go; what can be checked of one that can't be decoded is checked, too.
    /// - Returns: the document where it can be decoded, which a document with errors of lint can.
    public static func read(
        _ bytes: [UInt8], file: String, against previous: FlagDocument? = nil, fleet: FleetFacts? = nil, now: Instant,
        allowing allowances: Allowances = Allowances()
    ) -> (document: FlagDocument?, problems: [DocumentProblem]) {
        let (document, problems) = FlagDocument.decodeWhatIsRight(bytes, file: file)
        guard let document else { return (nil, problems) }
        let found = check(document, against: previous, fleet: fleet, now: now, allowing: allowances)
        return (problems.contains { $0.severity == .error } ? nil : document, DocumentProblem.sorted(problems + found))
    }

    /// - Parameters:
    ///   - previous: the document that this one replaces: what is unchanged is no longer refused, what is lost is.
    ///   - fleet: nil: nothing is compared with the fleet.
    public static func check(
        _ document: FlagDocument, against previous: FlagDocument? = nil, fleet: FleetFacts? = nil, now: Instant,
        allowing allowances: Allowances = Allowances()
    ) -> [DocumentProblem] {
        let check = FlagCheck(document, previous, fleet, now, allowances)
        check.run()
        return check.problems.problems
    }

    /// What the user asked for on purpose.
    public struct Allowances: Sendable {
        /// `min_supported` is raised for security: whom it locks out is no longer held against it.
        public var securityReason: Bool
        /// Names whose kill is lifted.
        public var liftedKills: Set<String>

        public init(securityReason: Bool = false, liftedKills: Set<String> = []) {
            self.securityReason = securityReason
            self.liftedKills = liftedKills
        }
    }
}

/// One check of one document.
struct FlagCheck {
    let document: FlagDocument
    let previous: FlagDocument?
    let fleet: FleetFacts?
    let now: Instant
    let allowances: FlagLint.Allowances
    let problems: DocumentProblems

    init(
        _ document: FlagDocument, _ previous: FlagDocument?, _ fleet: FleetFacts?, _ now: Instant,
        _ allowances: FlagLint.Allowances
    ) {
        self.document = document
        self.previous = previous
        self.fleet = fleet
        self.now = now
        self.allowances = allowances
        problems = DocumentProblems(document.source)
    }

    func run() {
        checkHash()
        checkKills()
        for flag in document.flags { check(flag) }
        checkPolicy()
    }

    private func checkHash() {
        guard !document.knowsHash, let place = document.source.root["hash"]?.offset else { return }
        problems.report(
            .unknownHash, at: place, "clients don't know this bucketing: every rollout would answer its default",
            suggestion: Bucketing.name)
    }

    private func checkKills() {
        let names = document.flags.map(\.name)
        for kill in document.kills where document.flag(kill.name) == nil {
            problems.report(
                .killOfUnknownFlag, at: kill.offset, "no flag has this name: the kill does nothing",
                suggestion: problems.nearest(to: kill.name, among: names))
        }
        guard let previous else { return }
        let place = document.source.root["kill"]?.offset ?? document.source.root.offset
        for kill in previous.kills where kill.isOn && !document.isKilled(kill.name) {
            if allowances.liftedKills.contains(kill.name) { continue }
            problems.report(
                .killDropped, at: document.kills.first { $0.name == kill.name }?.offset ?? place,
                "the kill of \(kill.name) in version \(previous.version) is gone; lifting one is a command of its own")
        }
    }

    private func check(_ flag: FlagDocument.Definition) {
        if flag.isOnByDefault, let rollout = flag.rollout, rollout < .everybody {
            problems.report(
                .defaultWithRollout, at: flag.node["default"]?.offset ?? flag.offset,
                "true for whoever can't evaluate the rollout, and \(rollout.text) for the rest: say false, or roll out to 100")
        }
        if let minimum = flag.minApp, let greatest = fleet?.greatestVersion, greatest.precedes(minimum) == true {
            problems.report(
                .minAppAboveFleet, at: flag.node["min_app"]?.offset ?? flag.offset,
                "no install has \(minimum.text) or newer; the greatest version of the fleet is \(greatest.text)")
        }
    }
}
