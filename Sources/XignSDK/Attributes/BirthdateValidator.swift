import Foundation

/// Checks dates of birth.
///
/// A `Date` is an instant, a birthday is a day: the day that the instant falls on in the validator's time zone, by the
/// Gregorian calendar. A date picker of the system yields such instants, in the time zone of the device.
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

    /// The first day that is accepted: 1 January 1880.
    public var earliest: Date { calendar.date(from: DateComponents(year: 1880, month: 1, day: 1)) ?? .distantPast }

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
        if value > now() { return .inFuture }
        return value < earliest ? .tooLongAgo : .valid
    }

    /// The day as YYYY-MM-DD (ISO 8601, OpenID Connect Core 5.1).
    public func canonical(_ value: Date) -> String {
        let day = calendar.dateComponents([.year, .month, .day], from: value)
        func padded(_ number: Int?, _ width: Int) -> String {
            let digits = String(number ?? 0)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
    }
}
