import CLibCrypto

/// The parameters of `EVP_PKEY_fromdata` (`OSSL_PARAM`).
///
/// `OSSL_PARAM` keeps pointers to names and values. So the names are static, and the values are copied into memory that
/// this object owns and wipes.
final class KeyParameters {
    private enum Value {
        case text(StaticString)
        case octets(SecureBytes)
        case number(SecureBytes)
    }

    private var values: [(name: StaticString, value: Value)] = []

    /// Adds a text, such as the name of a curve.
    func text(_ name: StaticString, _ value: StaticString) -> Self {
        values.append((name, .text(value)))
        return self
    }

    /// Adds a copy of a byte string.
    func octets(_ name: StaticString, _ bytes: UnsafeRawBufferPointer) -> Self {
        unsafe values.append((name, .octets(SecureBytes(copying: bytes))))
        return self
    }

    /// Adds a copy of a big-endian number, in the byte order of the machine, as `OSSL_PARAM` requires.
    func number(_ name: StaticString, _ bytes: UnsafeRawBufferPointer) -> Self {
        let native = unsafe SecureBytes(count: bytes.count) { output in
            for index in bytes.indices {
                #if _endian(little)
                    unsafe output[bytes.count - 1 - index] = unsafe bytes[index]
                #else
                    output[index] = bytes[index]
                #endif
            }
        }
        values.append((name, .number(native)))
        return self
    }

    /// Calls `body` with the parameters in C's form, which are valid until `body` returns.
    func withBuilt<R>(_ body: (UnsafeMutablePointer<OSSL_PARAM>) throws -> R) rethrows -> R {
        var built = unsafe values.map { name, value in
            switch value {
            case .text(let text):
                unsafe OSSL_PARAM_construct_utf8_string(
                    name.cString, UnsafeMutablePointer(mutating: text.cString), text.utf8CodeUnitCount)
            case .octets(let bytes):
                unsafe bytes.withUnsafeBytes {
                    unsafe OSSL_PARAM_construct_octet_string(
                        name.cString, UnsafeMutableRawPointer(mutating: $0.baseAddress), $0.count)
                }
            case .number(let bytes):
                unsafe bytes.withUnsafeBytes {
                    unsafe OSSL_PARAM_construct_BN(name.cString, UnsafeMutablePointer(mutating: $0.octets), $0.count)
                }
            }
        }
        unsafe built.append(OSSL_PARAM_construct_end())
        return try withExtendedLifetime(self) { try unsafe body(&built) }
    }
}

/// The parts of a key that `EVP_PKEY_fromdata` makes. C's names for them (`EVP_PKEY_KEYPAIR` ...) are combinations of
/// macros, which are not imported.
enum KeySelection {
    static let parameters = OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS | OSSL_KEYMGMT_SELECT_OTHER_PARAMETERS
    static let publicKey = parameters | OSSL_KEYMGMT_SELECT_PUBLIC_KEY
    static let keyPair = publicKey | OSSL_KEYMGMT_SELECT_PRIVATE_KEY
}
