/// A length of time in one unit, cut off: `40 s`, `43 min`, `3 h`, `2 d`. For ages and distances, of which no more matters.
public func roughLength(seconds: Int64) -> String {
    switch seconds {
    case ..<60: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
}
