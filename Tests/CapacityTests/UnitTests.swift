import Testing

@testable import Capacity

@Suite struct UnitTests {
    private let messages = Formula(Quantity(20, .message / .user / .day))
    private let users = Formula(Quantity(1000, .user))

    @Test func `nouns cancel in products and quotients`() {
        #expect((users * messages).dimension == (Unit.message / .day).dimension)
        #expect((users * messages / .day).dimension == (Unit.message / .second).dimension)
        #expect((users / users).dimension == .none)
    }

    @Test func `what counts other things has no sum and no order`() {
        #expect((users + messages).fault == "users + messages/day/user have no sum")
        #expect((1 - Formula(Quantity(10, .percent))).fault == "ratio - % have no sum")
        #expect((1 - Formula(Quantity(10, .percent)) / .percent).fault == nil)
        #expect(largest(["a": users, "b": messages]).fault == "users and messages/day/user can't be compared")
        #expect((Formula(Quantity(1, .day)) + Formula(Quantity(1, .second))).fault == "d + s have no sum")
        #expect(users.rounded(to: Quantity(100, .usd)).fault == "users can't be rounded to 100 USD")
    }

    @Test func `one thing is called another only where it is written`() {
        let pushes = messages.as(.push)
        #expect(pushes.dimension == (Unit.push / .user / .day).dimension)
        #expect(pushes.text == "(20 messages/user/day) as pushes/day/user")
        #expect(messages.as(.push / .day).fault == nil)
        #expect(messages.as(.push / .second).fault == "messages/day/user can't be called pushes/s")
        #expect((1 / Formula(Quantity(60, .second))).as(.ping / .second).dimension == (Unit.ping / .second).dimension)
    }

    @Test func `bytes scale, and GB of a bill is its own`() {
        #expect(Quantity(1.1, .KiB).value == 1126.4)
        #expect(Quantity(1, .GB).value == 1_000_000_000)
        #expect(Quantity(1, .awsGB).value == 1_073_741_824)
        #expect(Quantity(2, .usd / .GB).value == 0.000000002)
        #expect((Formula(Quantity(1, .GB)) + Formula(Quantity(1, .KiB))).fault == nil)
        #expect((Formula(Quantity(1, .GB)) + Formula(Quantity(1, .billedGB))).fault != nil)
    }

    @Test(arguments: [
        "messages/user/day", "USD/1,000 requests", "vCPUs·h", "1/s", "ratio", "%", "write-units·h/s", "US cents/user/month",
        "USD/billed-GB/month", "d", "KiB/s", "deliveries", "100 write-units·years/s",
    ])
    func `a unit reads back as it is written`(text: String) throws {
        let unit = try #require(Unit(text: text))
        #expect(unit.description == text)
        #expect(Unit(text: unit.description) == unit)
    }

    @Test func `every unit there is reads back`() {
        for unit in Unit.measures + Unit.nouns { #expect(Unit(text: unit.description) == unit) }
        #expect(Set(Unit.nouns.map(\.description)).count == Unit.nouns.count)
    }

    @Test func `an unknown unit is named`() {
        #expect(Unit(text: "massages/s") == nil)
        #expect(Unit.unknownName(in: "massages/s") == "massages")
        #expect(Unit(text: "") == nil)
        #expect(Unit(text: "s/") == nil)
    }
}
