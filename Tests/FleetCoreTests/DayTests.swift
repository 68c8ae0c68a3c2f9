import FleetCore
import Testing

@Suite struct DayTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2026-09-28", 20_724), ("9999-12-31", 2_932_896),
        ("0001-01-01", -719_162),
    ])
    func `a day is a number of days since 1970, and reads as it is written`(text: String, number: Int32) {
        #expect(Day(text)?.number == number)
        #expect(Day(number: number).description == text)
    }

    @Test(arguments: [
        "2026-02-29", "1900-02-29", "2026-00-10", "2026-13-01", "2026-04-31", "2026-9-28", "2026-09-28 ", "26-09-28", "",
        "2026/09/28", "0000-01-01", "٢٠٢٦-09-28",
    ])
    func `a date that does not exist, or is written otherwise, is none`(text: String) { #expect(Day(text) == nil) }

    @Test func `days count through leap years and centuries`() throws {
        let first = try #require(Day("1999-12-31"))
        #expect(first.advanced(by: 1).description == "2000-01-01")
        #expect(first.advanced(by: 366).description == "2000-12-31")
        for number in stride(from: Int32(-719_162), to: 2_932_896, by: 997) {
            let (year, month, day) = Day(number: number).civil
            #expect(Day(year: year, month: month, day: day)?.number == number)
        }
    }

    @Test func `the calendar has a first and a last day`() {
        #expect(Day.first == Day("0001-01-01"))
        #expect(Day.last == Day("9999-12-31"))
        #expect(Day.first.advanced(by: -1).inCalendar == Day.first)
        #expect(!Day.last.advanced(by: 1).isInCalendar)
    }

    @Test func `a window is half open and never empty`() throws {
        let from = try #require(Day("2026-09-14"))
        let window = try #require(DayWindow(from: from, to: from.advanced(by: 7)))
        #expect(window.dayCount == 7)
        #expect(window.days.last?.description == "2026-09-20")
        #expect(window.description == "[2026-09-14, 2026-09-21)")
        #expect(DayWindow(from: from, to: from) == nil)
    }
}
