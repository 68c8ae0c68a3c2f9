/// A distribution as a table of its quantiles, straight lines between them. Stands in for log-normal and other skewed
/// shapes without `log` and `exp`, whose last bits differ between C libraries.
struct Quantiles {
    /// Shares of ten thousand, rising, from 0 to 10,000.
    private let shares: [Int]
    private let values: [Int]

    /// `[(0, 0), (5_000, 90), (10_000, 86_400)]`: half of the draws are below 90.
    init(_ points: [(share: Int, value: Int)]) {
        precondition(points.first?.share == 0 && points.last?.share == 10_000, "a quantile table runs from 0 to 10,000")
        shares = points.map(\.share)
        values = points.map(\.value)
    }

    func value(at share: Int) -> Int {
        var i = 1
        while shares[i] <= share { i += 1 }
        let width = shares[i] - shares[i - 1]
        return values[i - 1] + (values[i] - values[i - 1]) * (share - shares[i - 1]) / width
    }
}

/// A choice among a few things, each with its weight.
struct Weights {
    let total: Int
    private let weights: [Int]

    init(_ weights: [Int]) {
        self.weights = weights
        total = weights.reduce(0, +)
    }

    func index(at draw: Int) -> Int {
        var left = draw
        for (index, weight) in weights.enumerated() {
            if left < weight { return index }
            left -= weight
        }
        return weights.count - 1
    }
}

/// The shapes of a chat fleet. Rounded from what public write-ups of such apps report; a report's reader should find the
/// orders of magnitude familiar, nothing here is measured.
enum Shape {
    /// Days an install had already lived when the window begins.
    static let ageDays = Quantiles([(0, 0), (2_000, 40), (5_000, 180), (8_000, 420), (10_000, 900)])
    /// Days from install to uninstall: many leave in the first week, most stay for years.
    static let lifetimeDays = Quantiles([(0, 1), (600, 7), (1_500, 60), (3_000, 400), (10_000, 3_000)])
    /// Days between a version being offered to an install and its update.
    static let promptLagDays = Quantiles([(0, 0), (4_500, 1), (8_000, 2), (9_500, 4), (10_000, 9)])
    static let slowLagDays = Quantiles([(0, 1), (3_000, 5), (7_000, 18), (9_000, 45), (10_000, 120)])
    /// Days until an install without a network reaches the server.
    static let offlineDays = Quantiles([(0, 1), (6_000, 1), (8_500, 3), (9_700, 7), (10_000, 13)])
    static let sessionsADay = Quantiles([(0, 1), (2_500, 3), (5_000, 5), (8_000, 9), (9_500, 14), (10_000, 22)])
    static let sessionSeconds = Quantiles([(0, 8), (4_000, 60), (7_500, 240), (9_500, 900), (10_000, 2_400)])
    /// Local hours of the day, from midnight: quiet at four, busiest in the evening.
    static let hourOfDay = Weights([
        12, 6, 3, 2, 2, 4, 12, 28, 40, 42, 40, 42, 50, 48, 42, 40, 42, 50, 60, 68, 72, 66, 46, 24,
    ])
    /// Hours after midnight of the first launch of a day that delivers what the day before left.
    static let firstLaunchSeconds = Quantiles([(0, 18_000), (3_000, 25_200), (7_000, 30_600), (10_000, 50_400)])

    static let queueAgeSeconds = Quantiles([
        (0, 0), (1_500, 4), (3_000, 25), (5_000, 110), (7_000, 600), (8_500, 2_100), (9_300, 4_200), (9_800, 9_000),
        (9_970, 30_000), (10_000, 88_000),
    ])
    static let queueDepth = Quantiles([(0, 0), (3_000, 1), (6_000, 3), (9_000, 11), (9_900, 40), (10_000, 180)])
    static let ttcMilliseconds = Quantiles([(0, 14), (3_000, 28), (6_000, 42), (9_000, 90), (9_900, 220), (10_000, 900)])
    static let displayMilliseconds = Quantiles([
        (0, 30), (5_000, 80), (9_000, 900), (9_900, 2_800), (10_000, 9_000),
    ])
    static let bytesReceived = Quantiles([
        (0, 20_000), (4_000, 600_000), (8_000, 4_000_000), (9_800, 40_000_000), (10_000, 400_000_000),
    ])
    static let databaseBytes = Quantiles([
        (0, 2_000_000), (4_000, 40_000_000), (8_000, 220_000_000), (9_900, 1_500_000_000), (10_000, 6_000_000_000),
    ])
    static let walBytes = Quantiles([(0, 32_768), (5_000, 900_000), (9_000, 4_194_304), (10_000, 60_000_000)])
    /// Times a message that can't be decrypted was tried again in a day.
    static let retries = Quantiles([(0, 1), (4_500, 1), (7_000, 6), (9_000, 40), (10_000, 220)])
    static let publishDelaySeconds = Quantiles([(0, 40), (5_000, 3_000), (9_000, 30_000), (10_000, 150_000)])
}
