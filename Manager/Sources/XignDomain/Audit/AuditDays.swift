import XignProtocol

/// A range of whole days in UTC, for a search of the audit log.
public struct AuditDays: Sendable, Equatable {
    public static let maximumCount: Int64 = 31
    private static let secondsPerDay: Int64 = 86_400

    /// The first and the last day, both included.
    public let first: CalendarDay
    public let last: CalendarDay
    /// The beginning of the first day.
    public let start: Timestamp
    /// The end of the last day, which does not belong to the range.
    public let end: Timestamp

    /// - Parameters:
    ///   - from: the first day; nil: as early as the range can begin.
    ///   - to: the last day; nil: today, or as late as the range can end.
    /// - Returns: nil for a range that is reversed, or longer than `maximumCount` days.
    public init?(from: CalendarDay? = nil, to: CalendarDay? = nil, at now: Timestamp) {
        let others = Self.maximumCount - 1
        let today = Self.number(of: now)
        let first: Int64
        let last: Int64
        switch (from.map(Self.number), to.map(Self.number)) {
        case (let from?, let to?): (first, last) = (from, to)
        case (let from?, nil): (first, last) = (from, max(from, min(from + others, today)))
        case (nil, let to): (first, last) = ((to ?? today) - others, to ?? today)
        }
        guard first <= last, last - first < Self.maximumCount else { return nil }
        self.first = Self.day(at: Timestamp(seconds: first * Self.secondsPerDay))
        self.last = Self.day(at: Timestamp(seconds: last * Self.secondsPerDay))
        // No event is older than 1970.
        start = Timestamp(seconds: max(0, first) * Self.secondsPerDay)
        end = Timestamp(seconds: max(0, last + 1) * Self.secondsPerDay)
    }

    /// Returns the day in UTC at a moment.
    public static func day(at moment: Timestamp) -> CalendarDay {
        // The latest day on Earth is the one of the time zone UTC+14.
        CalendarDay(latestAt: moment.seconds - 14 * 3600)
    }

    /// Returns the beginning of the day that a moment is in.
    public static func start(at moment: Timestamp) -> Timestamp {
        Timestamp(seconds: number(of: moment) * secondsPerDay)
    }

    /// Returns the number of days since 1970.
    private static func number(of moment: Timestamp) -> Int64 { moment.seconds / secondsPerDay }

    private static func number(of day: CalendarDay) -> Int64 {
        // Years that begin in March end with the leap day.
        let year = Int64(day.month <= 2 ? day.year - 1 : day.year)
        let month = Int64((day.month + 9) % 12)
        let dayOfYear = (153 * month + 2) / 5 + Int64(day.day) - 1
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
