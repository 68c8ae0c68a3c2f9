import FleetCore

/// Versions on platforms, and device classes, by number: a batch has few of them and many reports.
package struct GateNames: Sendable {
    package private(set) var slices: [DerivedDeltas.Slice] = []
    package private(set) var deviceClasses: [String] = []
    private var sliceIndex: [DerivedDeltas.Slice: Int32] = [:]
    private var deviceClassIndex: [ByteText: Int32] = [:]

    mutating func slice(_ appVersion: String, _ platform: String) -> Int32 {
        let slice = DerivedDeltas.Slice(appVersion: appVersion, platform: platform)
        if let known = sliceIndex[slice] { return known }
        let index = Int32(slices.count)
        slices.append(slice)
        sliceIndex[slice] = index
        return index
    }

    /// A missing class is `unknown`.
    mutating func deviceClass(_ text: String?) -> Int32 {
        let text = ByteText(text ?? "unknown")
        if let known = deviceClassIndex[text] { return known }
        let index = Int32(deviceClasses.count)
        deviceClasses.append(text.text)
        deviceClassIndex[text] = index
        return index
    }
}
