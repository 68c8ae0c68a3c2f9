public import FleetCore

/// The date of an HTTP header, `Mon, 30 Nov 2026 07:45:45 GMT` (RFC 9110 §5.6.7, the one form that servers may write).
public func httpDate(_ text: String) -> Instant? {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", words[1].utf8.count == 2, words[3].utf8.count == 4,
        let month = months.firstIndex(of: String(words[2]))
    else { return nil }
    let number = month + 1 < 10 ? "0\(month + 1)" : "\(month + 1)"
    return Instant("\(words[3])-\(number)-\(words[1])T\(words[4])Z")
}
