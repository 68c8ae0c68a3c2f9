import FlagPublishing
import FleetCore

/// The design's own playbook commands (chat R3.9, feed R3.9), with values filled in.
enum PlaybookCommands {
    /// Chat 1, 2 and 3, feed 4 and 5: what CloudWatch says of a metric.
    static func metric(
        _ namespace: String, _ name: String, _ dimensions: [(String, String)], _ statistic: String = "Sum", period: Int = 60,
        from: Instant, to: Instant
    ) -> String {
        let of = dimensions.map { "Name=\($0.0),Value=\(shellWord($0.1))" }.joined(separator: " ")
        return "aws cloudwatch get-metric-statistics --namespace \(namespace) --metric-name \(name)"
            + (of.isEmpty ? "" : " --dimensions \(of)") + " --statistics \(statistic) --period \(period)"
            + " --start-time \(from) --end-time \(to)"
    }

    /// Not chat 4, which adds workers: starts each of them anew, a few at a time.
    static let recycleWorkers =
        "aws ecs update-service --cluster chat --service push-workers --force-new-deployment"

    /// Feed 1, with the platform, which the design's own leaves out.
    static func crashFree(day: Day) -> String {
        #"aws athena start-query-execution --work-group telemetry --query-string "SELECT app_version, platform, "#
            + "1 - CAST(approx_distinct(IF(crashes > 0, install_id)) AS double) / approx_distinct(install_id) AS crash_free_users "
            + #"FROM health_daily WHERE day = '\#(day)' GROUP BY app_version, platform ORDER BY crash_free_users""#
    }

    /// Feed 3: what is published, which is not what the sync fleet serves.
    ///
    /// - Parameter place: nil: nobody published from this store.
    static func publishedFlags(at place: FlagTarget?) -> NextCommand {
        let purpose = "what is published (feed 3), not what phones have"
        guard let place else {
            return NextCommand(
                "aws s3 cp '<flags place>/latest.json' -",
                purpose + "; for <flags place> put where latest.json is, such as s3://BUCKET/PREFIX")
        }
        return switch place {
        case .s3: NextCommand("aws s3 cp \(shellWord("\(place)/latest.json")) -", purpose)
        case .directory(let path): NextCommand("cat \(shellWord("\(path)/latest.json"))", purpose)
        case .appConfig(let place):
            NextCommand(
                "aws appconfig list-deployments --application-id \(place.application) --environment-id \(place.environment)"
                    + " --max-items 3", "the newest deployments (feed 3), not what phones have")
        }
    }
}
