import XignDomain
import XignWording

/// A moment as pages show it: in UTC, in words that a script replaces by the browser's local time.
package struct Moment: Sendable, Equatable {
    /// Seconds since 1970.
    let seconds: Int64

    package init(_ timestamp: Timestamp) { self.init(seconds: timestamp.seconds) }

    package init(seconds: Int64) { self.seconds = seconds }

    /// The day alone, such as `3 May 2026`.
    func day(in wording: any Wording) -> HTML { element(text: date(wording), format: "date") }

    /// Day and time.
    func dayAndTime(in wording: any Wording) -> HTML {
        element(text: dayAndTimeText(in: wording), format: "date-time")
    }

    /// Day and time as a text, for places that take no element.
    package func dayAndTimeText(in wording: any Wording) -> String {
        "\(date(wording)), \(wording.general.time(hour: hour, minute: minute))"
    }

    /// The time alone, for what ends within the hour.
    func time(in wording: any Wording) -> HTML {
        element(text: wording.general.time(hour: hour, minute: minute), format: "time")
    }

    /// The time from now on or until now, such as `3 hours ago`, for overviews. Day and time without scripts.
    func fromNow(in wording: any Wording) -> HTML {
        element(text: dayAndTimeText(in: wording), format: "from-now")
    }

    /// The time of the day in UTC to the second, for logs: no script replaces it.
    var timeOfLog: HTML { "<time datetime=\"\(iso8601)\">\(iso8601Time)</time>" }

    /// Day and time in UTC to the second, for logs: no script replaces them.
    func dayAndTimeOfLog(in wording: any Wording) -> HTML {
        "<time datetime=\"\(iso8601)\">\(date(wording)), \(iso8601Time) UTC</time>"
    }

    /// By ISO 8601, as the attribute `datetime` takes it.
    var iso8601: String {
        let (year, month, day) = civil
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(iso8601Time)Z"
    }

    private var iso8601Time: String {
        "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(Int(secondOfDay % 60), 2))"
    }

    private func element(text: String, format: String) -> HTML {
        "<time datetime=\"\(iso8601)\" data-format=\"\(format)\">\(text)</time>"
    }

    /// The day in UTC as a text.
    package func date(_ wording: any Wording) -> String {
        let (year, month, day) = civil
        return wording.general.date(day: day, month: month, year: year)
    }

    private var secondOfDay: Int64 { seconds - dayNumber * 86_400 }
    private var hour: Int { Int(secondOfDay / 3600) }
    private var minute: Int { Int(secondOfDay / 60 % 60) }
    /// Days since 1 January 1970.
    var dayNumber: Int64 { (seconds >= 0 ? seconds : seconds - 86_399) / 86_400 }

    /// The date of the Gregorian calendar. It counts in years that begin in March, so that a leap day ends a year.
    private var civil: (year: Int, month: Int, day: Int) {
        let shifted = dayNumber + 719_468  // days since 1 March of the year 0
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097  // 400 years
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153  // 0 is March
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        return (
            Int(year), Int(month < 10 ? month + 3 : month - 9), Int(dayOfYear - (153 * month + 2) / 5 + 1)
        )
    }

    private func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
