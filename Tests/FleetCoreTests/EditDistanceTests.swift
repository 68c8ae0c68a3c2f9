import Testing

@testable import FleetCore

@Suite struct EditDistanceTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("form", "from", 1), ("ab", "ba", 1), ("a", "b", 1),
        ("same", "same", 0),
    ])
    func `counts edits, a swap as one`(a: String, b: String, distance: Int) {
        #expect(editDistance(a, b) == distance)
        #expect(editDistance(b, a) == distance)
    }

    @Test func `suggests only what is near, the first of equals`() {
        #expect(closest(to: "stor", among: ["status", "store"]) == "store")
        #expect(closest(to: "xyz", among: ["status", "store"]) == nil)
        #expect(closest(to: "cat", among: ["bat", "rat"]) == "bat")
        #expect(closest(to: "queu", among: ["queue-ages", "queries"]) == "queue-ages")
        #expect(closest(to: "", among: ["a"]) == "a")
    }
}
