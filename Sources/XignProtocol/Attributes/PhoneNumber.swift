/// Telephone numbers in international form (ITU-T E.164): `+4930123456`.
public enum PhoneNumber {
    /// Digits behind the `+`.
    public static let digitCounts = 7...15

    /// Whether a text is `+` and digits, the first of which is not 0.
    public static func isCanonical(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.utf8.first == UInt8(ascii: "+") && digitCounts.contains(digits.count)
            && digits.first != UInt8(ascii: "0")
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
