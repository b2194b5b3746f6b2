import CryptoKit

extension HPKE {
    /// Whether `XWingMLKEM768X25519` can be used here: on the systems of version 26 and later. The same name is on
    /// Linux, where the libcrypto that was loaded decides. The compiler still asks for `#available` around the
    /// type itself, which older systems do not have.
    public static var isXWingAvailable: Bool {
        if #available(iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) { true } else { false }
    }
}

@available(iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
extension XWingMLKEM768X25519 {
    /// True wherever it can be asked; the same name is on Linux, where the answer may be no.
    public static var isAvailable: Bool { true }
}
