import FleetCore

/// Records of a CloudWatch metric stream in its JSON format, all of one minute. Names and values need no escaping.
struct MetricRecords {
    private(set) var buffer = LineBuffer(capacity: 16 << 10)
    private(set) var count = 0
    private let milliseconds: Int
    private let installs: Int?

    /// - Parameter installs: counts and bytes are those of so many; nil: as they are given.
    init(at: Instant, installs: Int? = nil) {
        milliseconds = Int(at.epochSeconds) * 1000
        self.installs = installs
    }

    /// - Parameter values: as they were put within the minute, one a worker.
    mutating func add(
        _ namespace: String, _ metric: String, _ dimensions: [(String, String)], _ values: [Int], unit: String = "Count",
        percentiles: [(String, Int)] = []
    ) {
        count += 1
        var values = values
        if let installs, unit == "Count" || unit == "Bytes" {
            let whole = ServerMetricsOptions.referenceInstalls
            values = values.map { ($0 * installs + whole / 2) / whole }
        }
        buffer.append(
            #"{"metric_stream_name":"chatfleet","account_id":"123456789012","region":"us-east-1","namespace":""# + namespace
                + #"","metric_name":""# + metric + #"","dimensions":{"#)
        buffer.append(dimensions.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ","))
        buffer.append(#"},"timestamp":"#)
        buffer.append(milliseconds)
        buffer.append(#","value":{"max":"#)
        buffer.append(values.max() ?? 0)
        buffer.append(#","min":"#)
        buffer.append(values.min() ?? 0)
        buffer.append(#","sum":"#)
        buffer.append(values.reduce(0, +))
        buffer.append(#","count":"#)
        buffer.append(values.count)
        for (name, value) in percentiles {
            buffer.append(",\"\(name)\":")
            buffer.append(value)
        }
        buffer.append(#"},"unit":""# + unit + "\"}\n")
    }
}
