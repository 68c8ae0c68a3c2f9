/// Reports by Firehose, each record billed in steps, with the free tier of none.
func firehoseCost(_ reports: Formula, _ bytes: Formula) -> Formula {
    let step = Formula.quota("firehose.billing_increment").as(.byte / .record)
    let steps = ceil(bytes / step)
    return .tiered("firehose.directput_gb", (reports * steps * step).aMonth.billed)
}

extension Draft {
    /// What health reports ask of one Firehose stream at the peak, against its three quotas.
    mutating func telemetry(_ design: String, reports: Formula, bytes: Formula, peakFactor: Formula, more: Formula? = nil) {
        let records = derive("\(design).telemetry.records_peak_per_s", .record / .second, reports.aSecond * peakFactor)
        let batch = Formula.quota("firehose.batch.records").as(.record / .request)
        let requests = derive("\(design).telemetry.requests_peak_per_s", .request / .second, records / batch, "in full batches")
        let volume = more ?? derive("\(design).telemetry.peak_bytes_per_s", .MB / .second, records * bytes)
        limit("\(design).firehose.bytes_use", "Firehose bytes of a stream", used: volume, of: .quota("firehose.directput.bytes"))
        limit(
            "\(design).firehose.requests_use", "Firehose requests of a stream", used: requests,
            of: .quota("firehose.directput.requests"))
        limit(
            "\(design).firehose.records_use", "Firehose records of a stream", used: records,
            of: .quota("firehose.directput.records"))
    }
}
