public import FleetCore
public import Operations

/// What was done before something went bad, the likeliest cause first: by how well time and slice fit.
public enum WhatChanged {
    /// Something that was done, and how well it fits.
    public struct Change: Sendable, Equatable {
        public let entry: TimelineEntry
        /// 0…1: its parts' product.
        public let fit: Double
        /// How well the time fits, and how well version and platform do.
        public let timeFit: Double
        public let sliceFit: Double
        /// From it to the onset; below 0: it came after the beginning of the hour or the day in which the onset is known.
        public let secondsBefore: Int64

        /// "12 min before, on the same platform".
        public let words: String
    }

    /// Changes from `lookBackDays` before the onset on, those that fit least left out.
    ///
    /// Time: half as likely after each half-life, which is longer for a stage of a rollout, whose installs update over days.
    /// Slice: a change of another version or platform than what is bad hardly explains it, one that names none may.
    ///
    /// - Parameters:
    ///   - onset: when it went bad.
    ///   - precision: how exactly that is known, in seconds: the length of an hour or a day.
    ///   - version: the slice that is bad; nil: all, or not known.
    public static func before(
        _ onset: Instant, precision: Int64 = 3600, version: String?, platform: String?, _ entries: [TimelineEntry],
        lookBackDays: Int64 = 14
    ) -> [Change] {
        entries.compactMap { entry -> Change? in
            let seconds = onset.epochSeconds - entry.at.epochSeconds
            guard seconds > -precision, seconds <= lookBackDays * 86_400 else { return nil }
            let time = timeFit(entry, max(0, seconds))
            let slice = sliceFit(entry, version: version, platform: platform)
            let fit = time * slice * weight(entry)
            guard fit >= leastFit else { return nil }
            return Change(
                entry: entry, fit: fit, timeFit: time, sliceFit: slice, secondsBefore: seconds,
                words: words(entry, seconds, version: version, platform: platform))
        }
        .sorted { ($1.fit, $1.entry.at) < ($0.fit, $0.entry.at) }
    }

    private static let leastFit = 0.02

    private static func timeFit(_ entry: TimelineEntry, _ seconds: Int64) -> Double {
        let halfLife: Double =
            switch (entry.source, entry.kind) {
            // Whoever is offered a version has it within days.
            case (.rollout, _): 48 * 3600
            // Most phones have a flag within hours.
            case (.flags, _): 12 * 3600
            default: 3 * 3600
            }
        // 2^-x for x = whole halvings and a straight line between them.
        let halvings = Double(seconds) / halfLife
        let whole = halvings.rounded(.down)
        guard whole < 60 else { return 0 }
        let step = 1 / Double(UInt64(1) << UInt64(whole))
        return step * (1 - (halvings - whole) / 2)
    }

    private static func sliceFit(_ entry: TimelineEntry, version: String?, platform: String?) -> Double {
        var fit = 1.0
        switch (entry.version, version) {
        case (let theirs?, let ours?): fit *= theirs == ours ? 1 : 0.05
        // What is bad everywhere is not of one version; what names no version may be of any.
        case (_?, nil): fit *= 0.6
        case (nil, _?): fit *= 0.7
        case (nil, nil): break
        }
        let platforms = entry.platforms
        if platforms.isEmpty { return platform == nil ? fit : fit * 0.8 }
        guard let platform else { return fit * (platforms.count == 1 ? 0.7 : 1) }
        return platforms.contains(platform) ? fit : fit * 0.05
    }

    /// What stops something seldom starts it, and a note tells of something rather than being it.
    private static func weight(_ entry: TimelineEntry) -> Double {
        switch (entry.source, entry.kind) {
        case (.rollout, "halt"): 0.2
        case (.annotation, "note"), (.annotation, "incident"): 0.3
        default: 1
        }
    }

    private static func words(_ entry: TimelineEntry, _ seconds: Int64, version: String?, platform: String?) -> String {
        let time =
            seconds <= 0 ? "at about the same time" : "\(roughLength(seconds: seconds)) before"
        var same: [String] = []
        if let version, entry.version == version { same.append("version") }
        if let platform, entry.platforms.contains(platform) { same.append("platform") }
        return time + (same.isEmpty ? "" : ", same " + same.joined(separator: " and "))
    }
}
