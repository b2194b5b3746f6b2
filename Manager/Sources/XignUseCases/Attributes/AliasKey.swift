import XignCrypto
import XignDomain
import XignProtocol

/// A key that derives the public ids of an account's values: pseudorandom, and different for each service. The account
/// pages take those of the built-in service.
struct AliasKey {
    let managerSecret: SymmetricKey
    let account: AccountID
    let service: ServiceID

    /// HMAC-SHA256(manager secret, "xign/1 alias" || LP(account) || LP(service) || value id), the first 16 bytes.
    func id(of value: AttributeValue) -> String {
        var message = Array("xign/1 alias".utf8)
        for part in [account.text, service.text] {
            message += [UInt8(part.utf8.count >> 8 & 0xFF), UInt8(part.utf8.count & 0xFF)] + part.utf8
        }
        let code = HMAC<SHA256>.authenticationCode(for: message + value.id, using: managerSecret)
        return Base64URL.encode(Array(code).prefix(16))
    }
}
