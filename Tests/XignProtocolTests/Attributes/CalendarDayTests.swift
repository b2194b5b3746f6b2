import Foundation
import Testing
import XignProtocol

struct CalendarDayTests {
    @Test("Calendar days", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("every day from 1900 to 2100 survives a round trip, and follows the previous one", everyDay),
        TestCase("from 1900 to 2100, no other text is a day", noOtherDay, each: [1900, 1904, 1999, 2000, 2024, 2100]),
        TestCase(
            "a text other than four, two and two digits of a day is refused", noDay,
            each: [
                "", "1900-02-29", "2100-02-29", "2001-02-29", "2001-04-31", "0000-01-01", "2001-1-01", "2001-01-1",
                "01-01-2001",
                "20010101", "2001-01-01 ", " 2001-01-01", "2001-01-01T", "2001/01/01", "2001-01-00", "2001-00-01",
                "2001-13-01", "+201-01-01", "-201-01-01", "2001--1-01", "２００１-01-01", "2001-01-0\u{661}",
                "2001\u{2D}01\u{2010}01",
                "2001-01-\0\u{31}", "2001-01-1\u{301}",
            ]),
        TestCase(
            "leap days are those of the Gregorian calendar", leapDays,
            each: ["1904-02-29", "2000-02-29", "2024-02-29", "0004-02-29", "9996-02-29"]),
        TestCase(
            "the latest day on Earth begins at 10:00 UTC, before 1970 too, and is that of the calendar 14 hours ahead",
            latest),
    ]

    private static let utc: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    func everyDay() throws {
        // Noon of 31 December 1899. Every day in UTC has the same length.
        var date = Date(timeIntervalSince1970: -2_209_032_000)
        var previous = try #require(CalendarDay("1899-12-31"))
        for _ in 0..<73_414 {
            date += 86_400
            let parts = Self.utc.dateComponents([.year, .month, .day], from: date)
            let day = CalendarDay(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
            guard let day, CalendarDay(day.description) == day, previous < day else {
                Issue.record("after \(previous)")
                return
            }
            previous = day
        }
        #expect(previous.description == "2100-12-31")
    }

    func noOtherDay(_ year: Int) {
        var days = 0
        for month in 0...99 {
            for day in 0...99 {
                func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
                if CalendarDay("\(year)-\(padded(month))-\(padded(day))") != nil { days += 1 }
            }
        }
        #expect(days == ([1904, 2000, 2024].contains(year) ? 366 : 365))
    }

    func noDay(_ text: String) { #expect(CalendarDay(text) == nil) }

    func leapDays(_ text: String) { #expect(CalendarDay(text)?.description == text) }

    func latest() throws {
        for (seconds, day) in [
            (0, "1970-01-01"), (10 * 3600 - 1, "1970-01-01"), (10 * 3600, "1970-01-02"), (-1, "1970-01-01"),
            (-14 * 3600, "1970-01-01"), (-14 * 3600 - 1, "1969-12-31"), (951_775_200, "2000-02-29"),
            (951_818_400, "2000-03-01"), (-2_203_891_201, "1900-03-01"),
        ] as [(Int64, String)] {
            #expect(CalendarDay(latestAt: seconds).description == day, "\(seconds)")
        }
        var random = RandomInput(seed: 1)
        for _ in 0..<20_000 {
            let seconds = Int64.random(in: -12_000_000_000...200_000_000_000, using: &random)
            let date = Date(timeIntervalSince1970: Double(seconds + 14 * 3600))
            let parts = Self.utc.dateComponents([.year, .month, .day], from: date)
            let day = CalendarDay(latestAt: seconds)
            #expect(day.year == parts.year, "\(seconds)")
            #expect(day.month == parts.month, "\(seconds)")
            #expect(day.day == parts.day, "\(seconds)")
        }
    }
}
