/// The two calls of the AWS CLI that publish a document in AWS AppConfig: a new hosted version, made only if the one it is
/// made from is still the latest, then its deployment.
///
/// Arguments: https://docs.aws.amazon.com/appconfig/2019-10-09/APIReference/API_CreateHostedConfigurationVersion.html and
/// API_StartDeployment.html; .ci/peers holds them against botocore's model of the service.
public struct AppConfigCalls: Sendable {
    public let createVersion: [String]
    public let startDeployment: [String]

    /// - Parameters:
    ///   - document: the path of the document.
    ///   - base: AppConfig's LatestVersionNumber; 0: there is none yet.
    ///   - strategy: id or name of a deployment strategy.
    public init(place: AppConfigPlace, document: String, base: Int64, strategy: String, reason: String) {
        // At most 1,024 characters are taken.
        let description = String(reason.prefix(1024))
        createVersion =
            ["aws", "appconfig", "create-hosted-configuration-version", "--application-id", place.application]
            + ["--configuration-profile-id", place.profile, "--content", "fileb://\(document)"]
            + ["--content-type", "application/json"]
            + (base > 0 ? ["--latest-version-number", "\(base)"] : []) + ["--description", description, "/dev/null"]
        startDeployment =
            ["aws", "appconfig", "start-deployment", "--application-id", place.application]
            + ["--environment-id", place.environment, "--deployment-strategy-id", strategy]
            + ["--configuration-profile-id", place.profile, "--configuration-version", "\(base + 1)"]
            + ["--description", description]
    }

    /// The words as a POSIX shell takes them.
    public static func shellLine(_ words: [String]) -> String {
        words.map { word in
            let isPlain =
                !word.isEmpty
                && word.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || "-_./:=@,+".utf8.contains($0) }
            return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
        }.joined(separator: " ")
    }
}
