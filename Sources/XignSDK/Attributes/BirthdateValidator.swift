import Foundation
internal import XignProtocol

/// Checks dates of birth.
///
/// A `Date` is an instant, a birthday is a day: the day that the instant falls on in the validator's ``timeZone``, by the
/// Gregorian calendar. A date picker of the system yields such instants.
public struct BirthdateValidator: AttributeValidator {
    /// What a check found.
    public enum ResultCode: ValidationResultCode {
        /// The value was accepted.
        case valid
        /// There is no value.
        case empty
        /// The day has not come yet.
        case inFuture
        /// The day is before ``BirthdateValidator/earliest``.
        case tooLongAgo
    }

    /// The time zone of the device when the authentication was started. It stays, so that the day that is sent is the day that
    /// was chosen even if the device changes its time zone meanwhile: give it to the date picker.
    public var timeZone: TimeZone { calendar.timeZone }

    /// The beginning of the first day that is accepted: 1 January 1900.
    public var earliest: Date {
        let day = CalendarDay.earliestBirthdate
        return calendar.date(from: DateComponents(year: day.year, month: day.month, day: day.day)) ?? .distantPast
    }

    private let calendar: Calendar
    private let now: @Sendable () -> Date

    init(timeZone: TimeZone = .current, now: @escaping @Sendable () -> Date = { Date() }) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
        self.now = now
    }

    /// Checks a date of birth.
    public func validate(_ value: Date?) -> ResultCode {
        guard let value else { return .empty }
        let now = now()
        // Far from now calendars repeat themselves (before Christ), or end.
        if value.timeIntervalSince(now) > 2 * 86_400 { return .inFuture }
        guard let day = day(of: value), day >= .earliestBirthdate else { return .tooLongAgo }
        let latest = CalendarDay(latestAt: Int64(now.timeIntervalSince1970))
        return day > min(latest, self.day(of: now) ?? latest) ? .inFuture : .valid
    }

    /// The day as YYYY-MM-DD (ISO 8601, OpenID Connect Core 5.1); empty for an instant that is not valid by centuries.
    public func canonical(_ value: Date) -> String { day(of: value)?.description ?? "" }

    /// Nil before 1800 and after 9998.
    private func day(of date: Date) -> CalendarDay? {
        guard (-5_364_662_400...253_339_228_800).contains(date.timeIntervalSince1970) else { return nil }
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }
}
