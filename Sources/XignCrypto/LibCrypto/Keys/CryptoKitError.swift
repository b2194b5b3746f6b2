/// The errors of this module, with the cases of CryptoKit's type of the same name.
///
/// No error contains a secret. A call that throws changes nothing: keys and contexts remain usable.
public enum CryptoKitError: Error, Equatable, Sendable {
    /// The key has a length that the algorithm does not accept.
    case incorrectKeySize
    /// An input other than the key has a length, or a parameter a value, that the algorithm does not accept.
    case incorrectParameterSize
    /// A tag or a ciphertext did not verify. Deliberately without details.
    case authenticationFailure
    /// libcrypto failed; the value is its packed error code (`openssl errstr` explains it).
    case underlyingCoreCryptoError(error: Int32)
    /// An error of CryptoKit that is never thrown here.
    case wrapFailure
    /// An error of CryptoKit that is never thrown here.
    case unwrapFailure
    /// An input of the right length is invalid: a point off the curve, a scalar out of range.
    case invalidParameter
}
