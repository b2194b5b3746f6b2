import Foundation
internal import XignProtocol

/// The validator for dates of birth.
///
/// A `Date` is an instant, but a birthday is a day: the day of that instant in the validator's ``timeZone``, by the
/// Gregorian calendar. The system's date pickers yield such instants.
public struct BirthdateValidator: AttributeValidator {
    /// The outcome of a check.
    public enum ResultCode: String, ValidationResultCode {
        /// The value is accepted.
        case valid
        /// There is no value.
        case empty
        /// The day is in the future.
        case inFuture
        /// The day is before ``BirthdateValidator/earliest``.
        case tooLongAgo
    }

    /// The device's time zone when the authentication was started; pass it to the date picker.
    ///
    /// It stays fixed. The day that is sent is therefore the day that was picked, even if the device changes its time
    /// zone in between.
    public var timeZone: TimeZone { calendar.timeZone }

    /// The start of the first accepted day: 1 January 1900.
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
        // Far from now, day numbers are ambiguous (years before Christ) or undefined.
        if value.timeIntervalSince(now) > 2 * 86_400 { return .inFuture }
        guard let day = day(of: value), day >= .earliestBirthdate else { return .tooLongAgo }
        let latest = CalendarDay(latestAt: Int64(now.timeIntervalSince1970))
        return day > min(latest, self.day(of: now) ?? latest) ? .inFuture : .valid
    }

    /// Returns the day as YYYY-MM-DD (ISO 8601; OpenID Connect Core 1.0, section 5.1); the empty string outside of the
    /// years 1800 to 9998.
    public func canonical(_ value: Date) -> String { day(of: value)?.description ?? "" }

    /// Returns the day of an instant; nil before 1800 and after 9998.
    private func day(of date: Date) -> CalendarDay? {
        guard (-5_364_662_400...253_339_228_800).contains(date.timeIntervalSince1970) else { return nil }
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }
}
