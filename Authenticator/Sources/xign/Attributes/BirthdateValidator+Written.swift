import Foundation
import XignSDK

extension BirthdateValidator: WrittenValidator {
    var form: ValueForm { .day }

    func flaw(_ code: ResultCode) -> ValueFlaw? {
        switch code {
        case .valid: nil
        case .empty: .empty
        case .inFuture: .inFuture
        case .tooLongAgo: .before(shown(earliest))
        }
    }

    /// Returns noon of the day in the validator's time zone: no change of clocks is close to it.
    func value(line: String) -> Date? {
        let text = line.trimmingCharacters(in: .whitespaces)
        guard text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil else { return nil }
        let numbers = text.split(separator: "-").compactMap { Int($0) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let noon = DateComponents(year: numbers[0], month: numbers[1], day: numbers[2], hour: 12)
        // A calendar would convert 30 February to a day of March.
        guard noon.isValidDate(in: calendar) else { return nil }
        return calendar.date(from: noon)
    }

    func shown(_ value: Date) -> String { canonical(value) }
}
