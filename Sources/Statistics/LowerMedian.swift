/// The median as a value that was seen: of two in the middle the smaller. Nil: there is none.
public func lowerMedian(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
}
