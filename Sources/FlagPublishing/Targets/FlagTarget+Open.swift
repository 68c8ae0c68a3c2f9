public import FleetCore
public import HTTPClient

extension FlagTarget {
    /// Opens a target that can be published to; AppConfig is one whose calls are printed instead.
    /// - Throws: `ToolError`: no credentials, no region.
    public func open(
        environment: [String: String], client: HTTPClient, stop: StopRequest, now: @escaping @Sendable () -> Instant
    ) throws(ToolError) -> any PublishTarget {
        switch self {
        case .directory(let path): return DirectoryTarget(path: path, stop: stop)
        case .s3(let bucket, let prefix):
            let opened = try S3Bucket(
                bucket: bucket, settings: AWSSettings.read(environment), client: client, stop: stop, now: now)
            return S3Target(target: self, bucket: opened, prefix: prefix)
        case .appConfig:
            throw ToolError(
                .usage, "flags in AWS AppConfig are changed by its own calls, which chatfleet prints", at: description,
                next: "edit the document, then: chatfleet flags publish DIR --to \(self) --base N")
        }
    }
}
