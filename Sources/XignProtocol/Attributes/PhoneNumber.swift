/// Telephone numbers in international form (ITU-T E.164): `+4930123456`.
public enum PhoneNumber {
    /// The number of digits after the `+`.
    public static let digitCounts = 7...15

    /// Returns whether a text consists of `+` and digits, the first of which is not 0.
    public static func isCanonical(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.utf8.first == UInt8(ascii: "+") && digitCounts.contains(digits.count)
            && digits.first != UInt8(ascii: "0")
            && digits.allSatisfy(\.isDigit)
    }
}
