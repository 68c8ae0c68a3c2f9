public import FleetCore

/// What the store says about something that a runbook asks.
public enum Finding: String, Sendable, CaseIterable {
    case confirmed, refuted
    /// Too little, stale or no data: neither.
    case unknown
}

/// One question of a step, with what speaks for the answer.
public struct Claim: Sendable, Equatable {
    public let finding: Finding
    /// "FCM fails: 75.3 % of 1,201,220 sends in 10 min, usually 0.02 %".
    public let words: String

    public init(_ finding: Finding, _ words: String) {
        self.finding = finding
        self.words = words
    }
}

/// A command line to type next, real values filled in. Nothing here is ever run.
public struct NextCommand: Sendable, Equatable {
    public let line: String
    /// A few words; nil: the line says it.
    public let purpose: String?
    /// Does it change something?
    public let changes: Bool

    public init(_ line: String, _ purpose: String? = nil, changes: Bool = false) {
        self.line = line
        self.purpose = purpose
        self.changes = changes
    }
}

public struct RunbookStep: Sendable, Equatable {
    public let title: String
    public var claims: [Claim] = []
    /// What to do, and what not to, in sentences.
    public var advice: [String] = []
    public var commands: [NextCommand] = []

    public init(_ title: String) { self.title = title }
}

/// A procedure with the evidence for each of its steps.
public struct RunbookAnswer: Sendable, Equatable {
    public let runbook: Runbook
    public let at: Instant
    /// Is it called for? Confirmed where a branch is reached.
    public let isCalledFor: Finding
    /// One sentence: what it is, for whom, since when.
    public let verdict: String
    /// The branches of the procedure that the evidence leads to: `provider`, `one-worker` …
    public let branches: [String]
    /// When the fault began, as the signal says that tells of it.
    public let since: Instant?
    /// When the version that it is about came out; nil: it is about none, or nobody knows.
    public var outSince: Instant?
    /// The version whose rollout it is about, and on which platform; nil: none, or all.
    public var version: String?
    public var platform: String?
    public let steps: [RunbookStep]

    /// 1 where it is called for, 4 where that can't be told.
    public var exitCode: ExitCode {
        switch isCalledFor {
        case .confirmed: .badAnswer
        case .refuted: .success
        case .unknown: .unknown
        }
    }
}

/// The three procedures of the design (chat round 3, section 9; feed round 3, section 9).
public enum Runbook: String, Sendable, CaseIterable {
    case pushOutage = "push-outage"
    case decryptSpike = "decrypt-spike"
    case rolloutHalt = "rollout-halt"

    public var title: String {
        switch self {
        case .pushOutage: "A push provider fails"
        case .decryptSpike: "Messages can't be decrypted"
        case .rolloutHalt: "A staged rollout goes wrong"
        }
    }
}
