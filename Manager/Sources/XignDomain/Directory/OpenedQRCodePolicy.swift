/// A service's policy for the data of a QR code that reached an app by a link, another app's camera or a paste, and not
/// by the app's own scanner (protocol, section 6).
public enum OpenedQRCodePolicy: String, Word, CaseIterable {
    /// The app must scan the code.
    case refuse
    /// The user types the two digits of the login page on the device.
    case pair
    /// An opened code counts as a scanned one.
    case allow

    /// True if a login under this policy was kept from relays at least as well as under another one.
    public func isAsStrict(as other: OpenedQRCodePolicy) -> Bool {
        Self.allCases.firstIndex(of: self) ?? 0 <= Self.allCases.firstIndex(of: other) ?? 0
    }
}
