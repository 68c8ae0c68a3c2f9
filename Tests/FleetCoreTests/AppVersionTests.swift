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
}
