import FleetCore
import Testing

@Suite struct AppVersionTests {
    @Test func `versions sort as the contract says, whatever order they come in`() {
        let ordered = [
            "0", "1.0-0", "1.0-2", "1.0-10", "1.0-alpha", "1.0-alpha.1", "1.0-alpha.beta", "1.0-beta", "1.0-beta-x", "1.0-rc.1",
            "1.0",
            "1.0+2", "1.0+10", "1.0+a", "1.2.3+45", "2.0", "9.4.47-2", "9.4.47-10", "9.4.47", "97", "100.0", "101.1", "101.10",
            "99999999999999999999999.0", "v1.0", "x",
        ]
        for _ in 0..<20 { #expect(ordered.shuffled().map(AppVersion.init).sorted().map(\.text) == ordered) }
    }

    @Test func `numbers of any length compare as numbers`() throws {
        let lengths = [1, 2, 98, 99, 100, 101, 999, 1000, 12_345]
        let ordered = lengths.flatMap { length in
            ["1" + String(repeating: "0", count: length - 1), String(repeating: "9", count: length)]
        }
        for _ in 0..<5 {
            let parts = ordered.shuffled()
            #expect(parts.map { AppVersion("5.\($0)") }.sorted().map(\.text) == ordered.map { "5.\($0)" })
            #expect(parts.map { AppVersion("5.1-\($0).a") }.sorted().map(\.text) == ordered.map { "5.1-\($0).a" })
        }
        #expect(AppVersion("5." + ordered[17]).isReadable)
        #expect(AppVersion("5." + ordered[17]).precedes(AppVersion("6")) == true)
    }

    @Test(arguments: [
        ("5.14", "5.14.0", false, false), ("5.14.0+7", "5.14.0", false, false), ("5.14.0-rc.1", "5.14", true, false),
        ("5.13.9.9", "5.14", true, false), ("5.14.0.1", "5.14", false, true), ("5.14-a-b.1", "5.14-a-b.1.0", true, false),
    ])
    func `gates ignore builds and take missing parts for 0`(a: String, b: String, isBelow: Bool, isAbove: Bool) {
        #expect(AppVersion(a).precedes(AppVersion(b)) == isBelow)
        #expect(AppVersion(b).precedes(AppVersion(a)) == isAbove)
    }

    @Test(arguments: [
        "", ".", "5.", ".5", "5..1", "5.1.2.3.4", "05", "5.01", "5-", "5+", "5-a..b", "5-01", "5-a+", "5+a..b", "5+a+b", "+5",
        "-5",
        "5.1 ", " 5.1", "5.1\n", "5,1", "v5", "５", "5.١", "5-ä", "5.1e3", "0x5",
    ])
    func `what is no version can't be read`(text: String) {
        #expect(!AppVersion(text).isReadable)
        #expect(AppVersion(text).precedes(AppVersion("1")) == nil)
    }
}
