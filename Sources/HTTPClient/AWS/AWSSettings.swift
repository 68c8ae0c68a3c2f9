public import FleetCore
import Foundation

/// What the environment and AWS's shared files say: credentials, region, endpoint. In that order, as the AWS CLI does it.
public struct AWSSettings: Sendable {
    public let credentials: AWSCredentials
    /// Nil: none is set.
    public let region: String?
    /// Of another service than AWS's; nil: AWS's own.
    public let endpoint: WebAddress?

    /// Reads the environment and, for what is not there, the files `~/.aws/credentials` and `~/.aws/config`
    /// (`AWS_SHARED_CREDENTIALS_FILE`, `AWS_CONFIG_FILE`), profile `AWS_PROFILE` or `default`.
    /// - Throws: ``ToolError`` with `.badInput`: no credentials, half of them, or of a kind that isn't read here.
    /// - Parameter service: as in `AWS_ENDPOINT_URL_S3`, which goes before `AWS_ENDPOINT_URL`.
    public static func read(_ environment: [String: String], service: String = "S3") throws(ToolError) -> AWSSettings {
        func set(_ names: String...) -> String? { names.compactMap { environment[$0] }.first { !$0.isEmpty } }
        let profile = set("AWS_PROFILE", "AWS_DEFAULT_PROFILE") ?? "default"
        let folder = (environment["HOME"] ?? "") + "/.aws"
        let config = AWSProfileFile(path: set("AWS_CONFIG_FILE") ?? "\(folder)/config")
            .section(profile == "default" ? ["default", "profile default"] : ["profile \(profile)"])
        let shared = AWSProfileFile(path: set("AWS_SHARED_CREDENTIALS_FILE") ?? "\(folder)/credentials").section([profile])
        var endpoint: WebAddress?
        if let text = set("AWS_ENDPOINT_URL_\(service)", "AWS_ENDPOINT_URL") ?? config["endpoint_url"] {
            endpoint = WebAddress(text)
            guard endpoint != nil else {
                throw ToolError(.badInput, "AWS_ENDPOINT_URL is no http or https address without a user", next: "set it anew")
            }
        }
        return AWSSettings(
            credentials: try credentials(set, shared: shared, config: config, profile: profile),
            region: set("AWS_REGION", "AWS_DEFAULT_REGION") ?? config["region"], endpoint: endpoint)
    }

    private static func credentials(
        _ set: (String...) -> String?, shared: [String: String], config: [String: String], profile: String
    ) throws(ToolError) -> AWSCredentials {
        if let key = set("AWS_ACCESS_KEY_ID") {
            guard let secret = set("AWS_SECRET_ACCESS_KEY") else {
                throw ToolError(.badInput, "AWS_ACCESS_KEY_ID is set, AWS_SECRET_ACCESS_KEY is not", next: "set both, or neither")
            }
            return AWSCredentials(accessKeyID: key, secretAccessKey: secret, sessionToken: set("AWS_SESSION_TOKEN"))
        }
        for section in [shared, config] {
            if let key = section["aws_access_key_id"], let secret = section["aws_secret_access_key"] {
                return AWSCredentials(accessKeyID: key, secretAccessKey: secret, sessionToken: section["aws_session_token"])
            }
        }
        let others = ["sso_session", "sso_start_url", "role_arn", "credential_process", "credential_source"]
        if let other = others.first(where: { config[$0] != nil || shared[$0] != nil }) {
            throw ToolError(
                .badInput, "the AWS profile \(profile) has its credentials by \(other), which chatfleet does not read",
                next: "run: eval \"$(aws configure export-credentials --profile \(profile) --format env)\"")
        }
        throw ToolError(
            .badInput, "there are no AWS credentials: neither in the environment nor in profile \(profile) of ~/.aws/credentials",
            next: "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE")
    }
}

/// One of AWS's INI files. A file that is not there has no sections.
struct AWSProfileFile {
    private var sections: [String: [String: String]] = [:]

    init(path: String) { self.init(text: (try? String(contentsOfFile: path, encoding: .utf8)) ?? "") }

    /// `[section]`, `name = value`; `#` and `;` begin comments; indented lines belong to a nested block and are left out.
    init(text: String) {
        var current: String?
        for line in text.split(whereSeparator: \.isNewline) {
            let isNested = line.first == " " || line.first == "\t"
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.isEmpty || text.hasPrefix("#") || text.hasPrefix(";") { continue }
            if text.hasPrefix("["), let close = text.firstIndex(of: "]") {
                let words = text[text.index(after: text.startIndex)..<close].split(whereSeparator: { $0 == " " || $0 == "\t" })
                current = words.joined(separator: " ").replacingOccurrences(of: "\"", with: "")
            } else if !isNested, let current, let equals = text.firstIndex(of: "=") {
                let name = text[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
                var value = text[text.index(after: equals)...].trimmingCharacters(in: .whitespaces)
                if let comment = value.range(of: " #") ?? value.range(of: " ;") {
                    value = value[..<comment.lowerBound].trimmingCharacters(in: .whitespaces)
                }
                sections[current, default: [:]][name] = value
            }
        }
    }

    /// The first of the named sections that is there.
    func section(_ names: [String]) -> [String: String] { names.compactMap { sections[$0] }.first ?? [:] }
}
