/// Arrivals by the UTC day on which they are due, from the day before the window to the day of the export.
struct PendingDeliveries {
    private var keys: [[UInt64]]
    private let days: Int

    init(days: Int) {
        self.days = days
        keys = Array(repeating: [], count: days + 2)
    }

    /// Leaves out what comes after noon UTC of the day after the last: the export ends there.
    mutating func add(_ delivery: Delivery) {
        guard delivery.receivedAt < days * 86_400 + 43_200 else { return }
        keys[delivery.receiptDay + 1].append(delivery.key)
    }

    /// The day's arrivals in order of receipt; they are no longer held.
    mutating func take(receiptDay: Int) -> [UInt64] {
        var due: [UInt64] = []
        swap(&due, &keys[receiptDay + 1])
        due.sort()
        return due
    }
}

/// Decides when the reports of an install's day arrive, repeats included.
struct DeliveryPlanner {
    let model: FleetModel
    private var planned = DayPlan()

    init(model: FleetModel) { self.model = model }

    mutating func plan(_ install: Int, localDay: Int, into pending: inout PendingDeliveries) {
        let life = model.life(install)
        guard planned.make(life, day: localDay, model: model) else { return }
        var random = SplitMix64(key: streamKey(model.seed, .delivery, install, localDay &* 4 &+ 2))
        for (index, upload) in planned.uploads.enumerated() {
            let first = Delivery(
                install: install, localDay: localDay, upload: index, copy: 0, receivedAt: upload.receivedAt)
            pending.add(first)
            // The answer was lost: the client sends again, or a proxy delivers the same bytes twice.
            guard random.below(1000) < 15 else { continue }
            let isSameLine = random.below(2) == 0
            pending.add(
                Delivery(
                    install: install, localDay: localDay, upload: index, copy: isSameLine ? 1 : 2,
                    receivedAt: upload.receivedAt + (isSameLine ? 0 : random.between(2, 90))))
        }
    }
}
