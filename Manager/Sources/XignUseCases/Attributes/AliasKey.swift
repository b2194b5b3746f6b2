import XignCrypto
import XignDomain
import XignProtocol

/// A key that derives the public ids of an account's values: pseudorandom, and different for each service. The account
/// pages take those of the built-in service.
struct AliasKey {
    let managerSecret: SymmetricKey
    let account: AccountID
    let service: ServiceID

    /// Returns the id of one of the account's values.
    func id(of value: AttributeValue) -> String { id(ofValue: value.id) }

    /// Returns the id of an addition, whose content has no id of its own: SHA-256(own name || LP(value)) in its place.
    func id(of content: AdditionalOffer.Content, named name: AdditionalName) -> String {
        id(ofValue: Array(SHA256.hash(data: name.rawValue.utf8 + Self.lengthPrefixed(content.value))))
    }

    /// HMAC-SHA256(manager secret, "xign/1 alias" || LP(account) || LP(service) || value id), the first 16 bytes.
    private func id(ofValue id: [UInt8]) -> String {
        let message = "xign/1 alias".utf8 + Self.lengthPrefixed(account.text) + Self.lengthPrefixed(service.text) + id
        let code = HMAC<SHA256>.authenticationCode(for: message, using: managerSecret)
        return Base64URL.encode(Array(code).prefix(16))
    }

    private static func lengthPrefixed(_ text: String) -> [UInt8] {
        [UInt8(text.utf8.count >> 8 & 0xFF), UInt8(text.utf8.count & 0xFF)] + text.utf8
    }
}
