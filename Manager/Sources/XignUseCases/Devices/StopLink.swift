import XignCrypto
import XignDomain
import XignProtocol

/// The secret part of the link by which a mail stops a device, or a code for one.
///
/// It is computed from the activation and its account with the manager's secret, and stored nowhere: who has the
/// database alone has no link.
struct StopLink {
    let activation: ActivationID
    private let code: [UInt8]

    private static let codeByteCount = 16
    private static let separator: Character = "."

    init(to activation: Activation, managerSecret: SymmetricKey) {
        self.init(activation.id, code: Self.code(of: activation, managerSecret: managerSecret))
    }

    private init(_ activation: ActivationID, code: [UInt8]) { (self.activation, self.code) = (activation, code) }

    /// Reads the text of an address; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let activation = ActivationID(text: parts[0]), let code = Base64URL.decode(parts[1]),
            code.count == Self.codeByteCount
        else { return nil }
        self.init(activation, code: code)
    }

    var text: String { "\(activation.description)\(Self.separator)\(Base64URL.encode(code))" }

    /// Compares in a time that does not depend on the values.
    func isRight(for activation: Activation, managerSecret: SymmetricKey) -> Bool {
        constantTimeEqual(code, Self.code(of: activation, managerSecret: managerSecret))
    }

    /// The beginning of HMAC-SHA256(manager secret, "xign/1 stop link" || activation id || account id).
    private static func code(of activation: Activation, managerSecret: SymmetricKey) -> [UInt8] {
        let message = Array("xign/1 stop link".utf8) + activation.id.bytes + Array(activation.accountID.text.utf8)
        return Array(HMAC<SHA256>.authenticationCode(for: message, using: managerSecret).prefix(codeByteCount))
    }
}
