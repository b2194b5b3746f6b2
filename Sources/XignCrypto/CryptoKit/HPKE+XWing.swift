import CryptoKit

extension HPKE {
    /// True if the system has `XWingMLKEM768X25519`: from version 26 on.
    ///
    /// The same name exists on Linux, where it depends on the loaded libcrypto. The compiler still requires
    /// `#available` around the type itself.
    public static var isXWingAvailable: Bool {
        if #available(iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) { true } else { false }
    }
}
