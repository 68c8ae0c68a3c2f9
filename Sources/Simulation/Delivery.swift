/// The arrival of one upload, in eight bytes whose order is the order of receipt within a UTC day. A day of a million
/// installs waits as some ten megabytes of these; the lines themselves are made when they are due.
struct Delivery {
    let install: Int
    /// Local day of the report, from the window's first.
    let localDay: Int
    /// Index into the day plan's uploads.
    let upload: Int
    /// 0 the first arrival, 1 the same line again, 2 another attempt a little later.
    let copy: Int
    /// Seconds from the window's start.
    let receivedAt: Int

    /// A report comes at most this long after the step (UTC day) that precedes its local day.
    static let lateDayLimit = 63

    init(install: Int, localDay: Int, upload: Int, copy: Int, receivedAt: Int) {
        self.install = install
        self.localDay = localDay
        self.upload = upload
        self.copy = copy
        self.receivedAt = receivedAt
    }

    /// The UTC day of receipt, from the window's first; −1 is the day before it.
    var receiptDay: Int { receivedAt >= 0 ? receivedAt / 86_400 : -((86_399 - receivedAt) / 86_400) }

    /// Second of the day (17 bits), install (24), days from the local day to receipt, plus 1 (6), upload (5), copy (2).
    var key: UInt64 {
        let second = UInt64(receivedAt - receiptDay * 86_400)
        let lateness = UInt64(receiptDay - localDay + 1)
        return second << 37 | UInt64(install) << 13 | lateness << 7 | UInt64(upload) << 2 | UInt64(copy)
    }

    init(key: UInt64, receiptDay: Int) {
        install = Int(key >> 13 & 0xFF_FFFF)
        localDay = receiptDay + 1 - Int(key >> 7 & 63)
        upload = Int(key >> 2 & 31)
        copy = Int(key & 3)
        receivedAt = receiptDay * 86_400 + Int(key >> 37)
    }

    /// Copies of one upload are damaged alike when they are the same line, apart when they are sent again.
    var damagePart: Int { (localDay &* 32 &+ upload) &* 4 &+ (copy == 2 ? 2 : 0) }
}
