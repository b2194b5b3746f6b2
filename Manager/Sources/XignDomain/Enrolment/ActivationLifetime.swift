/// The time for which an activation of an operator waits for its device: 10 minutes to 30 days.
///
/// SP 800-63B-4, section 4.2.1.2, has 21 days for codes that go by post, and 30 for those that go abroad.
public struct ActivationLifetime: Sendable {
    private enum Unit: Character, Sendable {
        case minute = "m"
        case hour = "h"
        case day = "d"

        var seconds: Int64 {
            switch self {
            case .minute: 60
            case .hour: 3600
            case .day: 86_400
            }
        }

        var name: String {
            switch self {
            case .minute: "minute"
            case .hour: "hour"
            case .day: "day"
            }
        }
    }

    /// The limits in seconds.
    public static let range: ClosedRange<Int64> = 600...2_592_000
    /// The lifetime where an operator names none: 24 hours.
    public static let standard = ActivationLifetime(count: 24, unit: .hour)

    /// The lifetime of an activation that a page shows, and nobody mails: 10 minutes (SP 800-63B-4, section 4.1.2.2).
    public static let shown = ActivationLifetime(count: 10, unit: .minute)

    private let count: Int64
    private let unit: Unit

    private init(count: Int64, unit: Unit) { (self.count, self.unit) = (count, unit) }

    /// Reads a whole number with its unit, such as `21d`, `48h` or `90m`.
    /// - Returns: nil for any other text, and outside of `range`.
    public init?(_ text: String) {
        guard let (count, unit) = Self.parse(text, in: Self.range) else { return nil }
        self.init(count: count, unit: unit)
    }

    /// Reads the seconds of a whole number with its unit, such as `21d`, `48h` or `90m`.
    /// - Returns: nil for any other text, and outside of the range.
    public static func seconds(_ text: String, in range: ClosedRange<Int64>) -> Int64? {
        parse(text, in: range).map { $0.count * $0.unit.seconds }
    }

    private static func parse(_ text: String, in range: ClosedRange<Int64>) -> (count: Int64, unit: Unit)? {
        // A sign is no digit, though `Int64` reads it.
        guard let unit = text.last.flatMap(Unit.init(rawValue:)), text.dropLast().allSatisfy(\.isASCIIDigit),
            let count = Int64(text.dropLast()), count <= range.upperBound, range.contains(count * unit.seconds)
        else { return nil }
        return (count, unit)
    }

    public var seconds: Int64 { count * unit.seconds }

    /// The lifetime in English words, in the unit in which it was typed: `21 days`.
    public var text: String { "\(count) \(unit.name)\(count == 1 ? "" : "s")" }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
