/// What a flag, or a release, must not do to an install; each counts once an install, when it first happens.
public enum GuardedMeasure: String, Sendable, CaseIterable {
    case crash, decrypt, failed, aged

    public var words: String {
        switch self {
        case .crash: "first crash"
        case .decrypt: "first failing decrypt pair"
        case .failed: "first failed message"
        case .aged: "first message waiting over 1 h"
        }
    }

    /// Its part of the chance of a false alarm.
    public var weight: Double {
        switch self {
        case .crash: 4
        case .decrypt: 2
        case .failed, .aged: 1
        }
    }

    var place: Int { GuardedMeasure.allCases.firstIndex(of: self) ?? 0 }
}
