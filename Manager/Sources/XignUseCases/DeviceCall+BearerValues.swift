import XignCrypto
import XignProtocol
import XignStorage

extension DeviceCall {
    /// Derives a bearer value from this sealed request: a repetition gets it again, though only its hash is stored.
    ///
    /// HMAC-SHA256(manager secret, "xign/1 bearer" || operation || fingerprint).
    func bearerValue(_ operation: DeviceOperationName) -> SecretOctets {
        SecretOctets(derived("xign/1 bearer", operation))
    }

    /// Derives a challenge from this sealed request.
    func challenge(_ operation: DeviceOperationName) -> [UInt8] { derived("xign/1 challenge", operation) }

    /// Derives a code that recognises an enrolment. Without the manager's secret it does not disclose the enrolled
    /// keys.
    ///
    /// HMAC-SHA256(manager secret, "xign/1 enrolment" || enrolment statement).
    func enrolmentCode(_ statement: EnrolmentStatement) -> [UInt8] {
        let message = Array("xign/1 enrolment".utf8) + statement.serialized
        return Array(HMAC<SHA256>.authenticationCode(for: message, using: context.database.vault.managerSecret))
    }

    /// The identity of this sealed request, by which its repetition is recognised.
    func seen(_ operation: DeviceOperationName, of activation: ActivationID) -> SeenRequest {
        SeenRequest(operation, of: activation, content: request.identifier)
    }

    private func derived(_ label: String, _ operation: DeviceOperationName) -> [UInt8] {
        let message = Array(label.utf8) + Array(operation.rawValue.utf8) + request.identifier
        return Array(HMAC<SHA256>.authenticationCode(for: message, using: context.database.vault.managerSecret))
    }
}
