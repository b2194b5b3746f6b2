import Glibc
import Threads

/// A cache of the Date header field, which is formatted once a second.
package enum HTTPDate {
    private struct Cache { var second = 0, text: [UInt8] = [] }
    private static let cache = Locked(Cache())

    static func now() -> [UInt8] {
        let second = Glibc.time(nil)
        return cache.withLock {
            if $0.second != second { $0 = Cache(second: second, text: Array(format(second).utf8)) }
            return $0.text
        }
    }

    /// Formats an IMF-fixdate (RFC 9110, section 5.6.7). Years begin on 1 March here, so that leap days come last.
    package static func format(_ second: Int) -> String {
        let day = second / 86_400, inDay = second % 86_400
        let shifted = day + 719_468  // days since 0000-03-01
        let era = shifted / 146_097, dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let year = era * 400 + yearOfEra + (monthFromMarch >= 10 ? 1 : 0)
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][day % 7]
        let month = ["Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb"][monthFromMarch]
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(weekday), \(two(dayOfMonth)) \(month) \(year) "
            + "\(two(inDay / 3600)):\(two(inDay / 60 % 60)):\(two(inDay % 60)) GMT"
    }
}
