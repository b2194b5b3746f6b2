import XignCrypto
import XignDomain
import XignProtocol

/// The secret part of the link by which a mail stops a device, a code for one, or a recovery.
///
/// It is computed from its object with the manager's secret, and stored nowhere: who has the database alone has no
/// link.
struct StopLink {
    let object: StoppableObject
    private let code: [UInt8]

    private static let codeByteCount = 16
    private static let separator: Character = "."

    init(to activation: Activation, managerSecret: SymmetricKey) {
        self.init(.activation(activation.id), code: Self.code(of: activation, managerSecret: managerSecret))
    }

    init(to recovery: RecoveryID, managerSecret: SymmetricKey) {
        self.init(.recovery(recovery), code: Self.code(of: recovery, managerSecret: managerSecret))
    }

    private init(_ object: StoppableObject, code: [UInt8]) { (self.object, self.code) = (object, code) }

    /// Reads the text of an address; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let object = StoppableObject(parts[0]), let code = Base64URL.decode(parts[1]),
            code.count == Self.codeByteCount
        else { return nil }
        self.init(object, code: code)
    }

    var text: String { "\(object.text)\(Self.separator)\(Base64URL.encode(code))" }

    /// Compares in a time that does not depend on the values.
    func isRight(for activation: Activation, managerSecret: SymmetricKey) -> Bool {
        object == .activation(activation.id)
            && constantTimeEqual(code, Self.code(of: activation, managerSecret: managerSecret))
    }

    /// Compares in a time that does not depend on the values.
    func isRight(for recovery: RecoveryID, managerSecret: SymmetricKey) -> Bool {
        object == .recovery(recovery)
            && constantTimeEqual(code, Self.code(of: recovery, managerSecret: managerSecret))
    }

    /// The beginning of HMAC-SHA256(manager secret, "xign/1 stop link" || activation id || account id).
    private static func code(of activation: Activation, managerSecret: SymmetricKey) -> [UInt8] {
        code("xign/1 stop link", activation.id.bytes + Array(activation.accountID.text.utf8), managerSecret)
    }

    /// The beginning of HMAC-SHA256(manager secret, "xign/1 stop recovery link" || recovery id).
    private static func code(of recovery: RecoveryID, managerSecret: SymmetricKey) -> [UInt8] {
        code("xign/1 stop recovery link", recovery.bytes, managerSecret)
    }

    private static func code(_ label: String, _ object: [UInt8], _ managerSecret: SymmetricKey) -> [UInt8] {
        let message = Array(label.utf8) + object
        return Array(HMAC<SHA256>.authenticationCode(for: message, using: managerSecret).prefix(codeByteCount))
    }
}
