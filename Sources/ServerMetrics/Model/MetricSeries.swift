import Digests
import FleetCore
import StrictJSON

/// What a metric measures of: a namespace, a name and dimensions, as CloudWatch has it. Its identity is the bytes of these
/// three; a unit is a label of it, since half of the sources don't tell it.
package struct MetricSeries: Sendable, Hashable {
    package let namespace: String
    package let name: String
    /// In byte order of their names, no name twice.
    package let dimensions: [MetricDimension]
    /// As the source writes it (`Count`, `ms`); nil where it says none.
    package let unit: String?
    /// The first eight bytes of a hash of the identity: the same in every store.
    package let id: Int64

    package static let dimensionsMax = 64
    package static let nameBytesMax = 1024
    package static let valueBytesMax = 4096

    /// Sorts the dimensions. Throws the reason why no store should hold such a series.
    package init(namespace: String, name: String, dimensions: [MetricDimension], unit: String?) throws(MetricRefusal) {
        guard MetricSeries.isText(namespace, MetricSeries.nameBytesMax) else { throw MetricRefusal("series.namespace") }
        guard MetricSeries.isText(name, MetricSeries.nameBytesMax), !name.isEmpty else { throw MetricRefusal("series.name") }
        guard dimensions.count <= MetricSeries.dimensionsMax else { throw MetricRefusal("dimension.too_many") }
        let sorted = dimensions.sorted { utf8Less($0.name, $1.name) }
        for (index, dimension) in sorted.enumerated() {
            guard !dimension.name.isEmpty, MetricSeries.isText(dimension.name, MetricSeries.nameBytesMax) else {
                throw MetricRefusal("dimension.name")
            }
            guard MetricSeries.isText(dimension.value, MetricSeries.valueBytesMax) else { throw MetricRefusal("dimension.value") }
            if index > 0, sameBytes(sorted[index - 1].name, dimension.name) { throw MetricRefusal("dimension.twice") }
        }
        let unit = unit.flatMap { $0.isEmpty || $0 == "None" ? nil : $0 }
        guard MetricSeries.isText(unit ?? "", MetricSeries.nameBytesMax) else { throw MetricRefusal("series.unit") }
        self.namespace = namespace
        self.name = name
        self.dimensions = sorted
        self.unit = unit
        id = MetricSeries.identity(namespace, name, MetricSeries.json(sorted))
    }

    /// `{"ErrorCode":"UNAVAILABLE","Provider":"FCM"}`: one text for one set.
    package var dimensionsJSON: String { MetricSeries.json(dimensions) }
    /// `ErrorCode,Provider`: which set of dimensions this is one of.
    package var dimensionNames: String { dimensions.map(\.name).joined(separator: ",") }

    package static func == (a: MetricSeries, b: MetricSeries) -> Bool { a.id == b.id }
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }

    private static func json(_ dimensions: [MetricDimension]) -> String {
        var json = JSONWriter()
        json.object { json in
            for dimension in dimensions { json.member(dimension.name, dimension.value as String?) }
        }
        return json.text
    }

    private static func identity(_ namespace: String, _ name: String, _ dimensions: String) -> Int64 {
        // No text holds a NUL: three texts are one way only.
        let digest = SHA256.digest("\(namespace)\0\(name)\0\(dimensions)".utf8)
        return Int64(bitPattern: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// No control characters, which no source has in a name and no terminal should get.
    private static func isText(_ text: String, _ bytesMax: Int) -> Bool {
        text.utf8.count <= bytesMax && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A }
    }
}

package struct MetricDimension: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// Why a point was not taken: a code such as `dimension.twice`.
package struct MetricRefusal: Error, Sendable, Equatable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
