import XignCrypto
import XignProtocol
import XignStorage

extension DeviceCall {
    /// A bearer value that belongs to this sealed request: a repetition gets it again, though only its hash is stored.
    ///
    /// HMAC-SHA256(manager secret, "xign/1 bearer" || operation || fingerprint).
    func bearerValue(_ operation: DeviceOperationName) -> SecretOctets {
        SecretOctets(derived("xign/1 bearer", operation))
    }

    /// A challenge that belongs to this sealed request.
    func challenge(_ operation: DeviceOperationName) -> [UInt8] { derived("xign/1 challenge", operation) }

    /// Recognises an enrolment, and tells nobody without the manager's secret which keys it was of.
    ///
    /// HMAC-SHA256(manager secret, "xign/1 enrolment" || enrolment statement).
    func enrolmentCode(_ statement: EnrolmentStatement) -> [UInt8] {
        let message = Array("xign/1 enrolment".utf8) + statement.serialized
        return Array(HMAC<SHA256>.authenticationCode(for: message, using: context.database.vault.managerSecret))
    }

    /// Recognises this very request, sealed as it is, where it comes again.
    func seen(_ operation: DeviceOperationName, of activation: ActivationID) -> SeenRequest {
        SeenRequest(operation, of: activation, content: request.identifier)
    }

    private func derived(_ label: String, _ operation: DeviceOperationName) -> [UInt8] {
        let message = Array(label.utf8) + Array(operation.rawValue.utf8) + request.identifier
        return Array(HMAC<SHA256>.authenticationCode(for: message, using: context.database.vault.managerSecret))
    }
}
