/// The manager's rules for a new PIN, within ``PIN/lengthRange``.
public struct PINPolicy: Codable, Sendable, Equatable {
    /// The smallest number of digits.
    public var minimumLength: Int
    /// The largest number of digits.
    public var maximumLength: Int

    public init(minimumLength: Int, maximumLength: Int) {
        self.minimumLength = minimumLength
        self.maximumLength = maximumLength
    }

    /// The default: 6 to 32 digits.
    public static let standard = PINPolicy(
        minimumLength: PIN.defaultMinimumLength, maximumLength: PIN.lengthRange.upperBound)

    /// Returns the reason why a new PIN is refused, or nil.
    public func refusal(of pin: PIN) -> Refusal? {
        if pin.count < minimumLength { return .tooShort }
        if pin.count > maximumLength { return .tooLong }
        return pin.isCommon ? .common : nil
    }

    /// The reason why a new PIN is refused.
    public enum Refusal: Sendable, Equatable { case tooShort, tooLong, common }
}
