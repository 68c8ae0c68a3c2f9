public import FleetCore
import Foundation

/// Where a fleet's flags are published: a directory that a web server serves, a bucket, or AWS AppConfig.
public enum FlagTarget: Sendable, Hashable, CustomStringConvertible {
    /// Absolute, without symbolic links, no slash at the end.
    case directory(path: String)
    /// The prefix without slashes at its ends; may be empty.
    case s3(bucket: String, prefix: String)
    case appConfig(AppConfigPlace)

    /// As it is written on a command line and kept in the store: one text a target.
    public var description: String {
        switch self {
        case .directory(let path): path
        case .s3(let bucket, let prefix): prefix.isEmpty ? "s3://\(bucket)" : "s3://\(bucket)/\(prefix)"
        case .appConfig(let place): "appconfig:\(place.application)/\(place.environment)/\(place.profile)"
        }
    }

    /// Throws a usage error.
    public static func parse(_ text: String) throws(ToolError) -> FlagTarget {
        if text.hasPrefix("s3://") { return try bucket(text) }
        if text.hasPrefix("appconfig:") {
            let parts = text.dropFirst("appconfig:".count).split(separator: "/", omittingEmptySubsequences: false).map(
                String.init)
            guard parts.count == 3, parts.allSatisfy(AppConfigPlace.isName) else {
                throw refusal("\(text) is not appconfig:APPLICATION/ENVIRONMENT/PROFILE")
            }
            return .appConfig(AppConfigPlace(application: parts[0], environment: parts[1], profile: parts[2]))
        }
        guard !text.contains("://") else { throw refusal("\(text) is neither a directory nor s3://BUCKET/PREFIX") }
        guard !text.isEmpty, !text.utf8.contains(0) else { throw refusal("the directory has no name") }
        // Links are followed, so that one directory has one name; also where its last parts are not there yet.
        let url = URL(fileURLWithPath: text).standardizedFileURL.resolvingSymlinksInPath()
        guard url.path != "/" else { throw refusal("/ is no directory of flags") }
        return .directory(path: url.path)
    }

    private static func bucket(_ text: String) throws(ToolError) -> FlagTarget {
        let parts = text.dropFirst(5).split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        // The rules of S3 for names of buckets; a key of letters that mean themselves everywhere.
        guard let bucket = parts.first, (3...63).contains(bucket.utf8.count),
            bucket.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 &- 0x61 < 26 || $0 == 0x2D || $0 == 0x2E })
        else { throw refusal("\(text) is not s3://BUCKET/PREFIX with a bucket of 3 to 63 of a-z, 0-9, - and .") }
        let prefix = parts.dropFirst()
        guard prefix.allSatisfy({ $0 != "." && $0 != ".." && $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }) else {
            throw refusal("the prefix of \(text) holds what an address can't")
        }
        return .s3(bucket: bucket, prefix: prefix.joined(separator: "/"))
    }

    private static func refusal(_ what: String) -> ToolError {
        ToolError(
            .usage, what, at: "--to", next: "write a directory, s3://BUCKET/PREFIX or appconfig:APPLICATION/ENVIRONMENT/PROFILE")
    }
}

/// An application, an environment and a configuration profile of AWS AppConfig, each by id or name.
public struct AppConfigPlace: Sendable, Hashable {
    public let application: String
    public let environment: String
    public let profile: String

    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
            && text.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || "-_.".utf8.contains($0) }
    }
}
