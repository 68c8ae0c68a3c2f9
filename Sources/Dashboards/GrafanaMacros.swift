/// What a query's parameters are on a dashboard: the one table. Grafana replaces macros and variables before it sends a
/// statement, so everything here is text of Postgres's SQL.
///
/// `$__timeFrom()` is a quoted time in UTC, `$__unixEpochFrom()` seconds since the epoch; `${name:sqlstring}` is a variable
/// in quotes, each quote in it doubled. A variable's "all" is its `allValue`, `null`, which Grafana puts in as it is.
enum GrafanaMacros {
    /// By parameter name. A panel's own constants come first.
    static let texts: [String: String] = [
        "from_day": "cast(cast($__timeFrom() as timestamptz) at time zone 'UTC' as date)",
        // Exclusive: the day after the one that holds the end.
        "to_day": "(cast(cast($__timeTo() as timestamptz) at time zone 'UTC' as date) + 1)",
        "from_hour": "$__unixEpochFrom() / 3600",
        "to_hour": "($__unixEpochTo() / 3600 + 1)",
        "from_epoch": "$__unixEpochFrom()",
        "to_epoch": "$__unixEpochTo()",
        // All that is known.
        "as_of_hour": "2147483647",
        "known_epoch": "9223372036854775807",
        "app_version": "${app_version:sqlstring}",
        "platform": "${platform:sqlstring}",
        "by_version": "0", "by_platform": "0", "by_device_class": "0", "by_day": "0", "by_message_type": "0",
        "by_peer_version": "0", "by_restored": "0",
    ]
}
