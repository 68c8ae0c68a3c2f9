import Testing

@testable import Capacity

@Suite struct BookTests {
    @Test func `every line of the books can be read, and ids are there once`() {
        #expect(PriceBook.list.faults == [])
        #expect(QuotaBook.list.faults == [])
        #expect(CalibratedBook.list.faults == [])
        let ids = QuotaBook.list.entries.map(\.id) + CalibratedBook.list.entries.map(\.node.id)
        #expect(Set(ids).count == ids.count)
        #expect(PriceBook.list.entries.count >= 80)
        #expect(QuotaBook.list.entries.count == 44)
        #expect(CalibratedBook.list.entries.count == 21)
    }

    @Test func `a price is in the unit that the list has it in`() throws {
        let put = try #require(PriceBook.list["s3.put_1k"]?.nodes.first)
        #expect(put.id == "price.s3.put_1k")
        #expect(put.unit.description == "USD/1,000 requests")
        #expect(put.value == 0.000005)
        #expect(put.source.description == "price as of 2024, confidence A")
        let write = try #require(PriceBook.list["dynamodb.wcu_hour"]?.nodes.first)
        #expect((write.unit * .writeUnit / .second * .hour / .month).dimension == (Unit.usd / .month).dimension)
    }

    @Test func `a calibrated value lies in its window`() throws {
        for entry in CalibratedBook.list.entries {
            guard let window = entry.window, let value = entry.node.value, let number = value / entry.node.unit.scale else {
                continue
            }
            #expect(window.contains(number), "\(entry.node.id)")
        }
    }

    @Test func `a limit that nobody publishes has no value`() {
        #expect(QuotaBook.list["apns.rate"]?.node.value == nil)
        #expect(QuotaBook.list["fcm.project.messages_per_min"]?.kind.hasAlarms == true)
        #expect(QuotaBook.list["fcm.payload_bytes"]?.kind.hasAlarms == false)
    }
}
