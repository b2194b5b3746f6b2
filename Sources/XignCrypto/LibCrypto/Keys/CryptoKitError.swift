/// The errors of this module, with the cases of CryptoKit's type of the same name.
///
/// None of them carries a secret. After a throw nothing has changed: keys and contexts serve on.
public enum CryptoKitError: Error, Equatable, Sendable {
    /// The key has a length that the algorithm does not take.
    case incorrectKeySize
    /// An input other than the key has a length, or a parameter a size, that the algorithm does not take.
    case incorrectParameterSize
    /// A tag or a ciphertext did not verify. Says nothing more, on purpose.
    case authenticationFailure
    /// libcrypto failed; the value is its packed error code (`openssl errstr` explains it).
    case underlyingCoreCryptoError(error: Int32)
    /// CryptoKit's; never thrown here.
    case wrapFailure
    /// CryptoKit's; never thrown here.
    case unwrapFailure
    /// A well-sized input that is not valid: a point off the curve, a scalar out of range.
    case invalidParameter
}
