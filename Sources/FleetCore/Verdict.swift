/// What a comparison of two arms says. Nothing measured is never success.
public enum Verdict: String, Sendable, CaseIterable {
    /// Harm is shown.
    case halt = "HALT"
    /// The data contradict themselves, or are too few to be those of the fleet: no verdict may rest on them.
    case dataFault = "DATA_FAULT"
    /// None of the others: go on waiting.
    case insufficient = "INSUFFICIENT"
    /// Proof of safety, and no sign of harm.
    case pass = "PASS"

    public var exitCode: ExitCode {
        switch self {
        case .halt: .badAnswer
        case .dataFault, .insufficient: .unknown
        case .pass: .success
        }
    }
}

extension Verdict: Comparable {
    /// The worse one first, so that the least of several is the one that gives the exit code.
    public static func < (a: Verdict, b: Verdict) -> Bool { a.place < b.place }

    private var place: Int { Verdict.allCases.firstIndex(of: self) ?? 0 }
}
