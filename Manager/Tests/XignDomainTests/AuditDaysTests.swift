import Testing
import XignDomain
import XignProtocol

struct AuditDaysTests {
    @Test("Days of the audit log", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a range has whole days in UTC, the first and the last one included", whole),
        TestCase("without a day the range is as long as it can be, and ends today", defaults),
        TestCase("a range that is reversed or too long is refused", refused),
        TestCase(
            "days before 1970 and the last day of all are no error", extremes,
            each: ["0001-01-01", "1969-12-31", "9999-12-31"]),
        TestCase("an event has one topic, and only steps are left out of a list", topics),
    ]

    /// 2028-03-01, 00:00:01 UTC.
    private let now = Timestamp(seconds: 1_835_481_601)

    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    func whole() throws {
        let days = try #require(AuditDays(from: day("2028-02-28"), to: day("2028-03-01"), at: now))
        #expect(days.start == Timestamp(seconds: 1_835_308_800))
        #expect(days.end == Timestamp(seconds: 1_835_568_000))
        #expect(days.end.secondsSince(days.start) == 3 * 86_400)
        #expect(AuditDays.day(at: now).description == "2028-03-01")
        #expect(AuditDays.day(at: now - 2).description == "2028-02-29")
        #expect(AuditDays.start(at: now) == now - 1)
    }

    func defaults() throws {
        let all = try #require(AuditDays(at: now))
        #expect("\(all.first) \(all.last)" == "2028-01-31 2028-03-01")
        let to = try #require(AuditDays(to: day("2027-12-31"), at: now))
        #expect("\(to.first) \(to.last)" == "2027-12-01 2027-12-31")
        let from = try #require(AuditDays(from: day("2027-01-01"), at: now))
        #expect("\(from.first) \(from.last)" == "2027-01-01 2027-01-31")
        let recent = try #require(AuditDays(from: day("2028-02-20"), at: now))
        #expect("\(recent.first) \(recent.last)" == "2028-02-20 2028-03-01")
        let future = try #require(AuditDays(from: day("2028-03-05"), at: now))
        #expect("\(future.first) \(future.last)" == "2028-03-05 2028-03-05")
    }

    func refused() throws {
        #expect(AuditDays(from: try day("2028-03-02"), to: try day("2028-03-01"), at: now) == nil)
        #expect(AuditDays(from: try day("2028-01-31"), to: try day("2028-03-01"), at: now) != nil)
        #expect(AuditDays(from: try day("2028-01-30"), to: try day("2028-03-01"), at: now) == nil)
    }

    func extremes(_ text: String) throws {
        let days = try #require(AuditDays(from: day(text), to: day(text), at: now))
        #expect(days.start.rawValue >= 0)
        #expect(days.start <= days.end)
        #expect(days.end.rawValue < 1 << 48)
    }

    func topics() {
        let now = now
        for kind in AuditEvent.Kind.allCases {
            let isStep = AuditEvent(kind, at: now, serviceID: ServiceID("shop")).topic == .steps
            #expect(isStep == [.codeIssued, .codeRedeemed, .tokensRefreshed, .tokenRevoked].contains(kind), "\(kind)")
        }
        #expect(AuditEvent(.loginConfirmed, at: now, serviceID: BuiltInParties.consoleID).topic == .steps)
    }
}
