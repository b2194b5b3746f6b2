import XignCrypto
import XignProtocol
import XignStorage

/// Values that are derived with the manager's secret: a repetition gets them again, though only their hashes are
/// stored.
extension DeviceCall {
    /// The name of this sealed request, by which its repetition is recognised (protocol, section 3).
    ///
    /// It is derived with the key that the database names in this transaction. So it is the same one wherever the
    /// transaction asks for it, and after a replacement of the key no former secret yields its bearer value.
    /// - Parameter id: the request's `activationId`, else its `sessionId`.
    func name<Kind>(_ id: Identifier<Kind>, _ transaction: any Transaction) throws -> RequestName {
        RequestName(of: request, id: id.bytes, managerSecret: try transaction.vault.managerSecret)
    }

    /// The secrets that follow from a consent statement.
    func secrets(of statement: [UInt8]) -> StatementSecrets {
        StatementSecrets(of: statement, managerSecret: context.database.vault.managerSecret)
    }

    /// The secrets that follow from the consent statement with this SHA-256.
    func secrets(ofStatementHash hash: [UInt8]) -> StatementSecrets {
        StatementSecrets(statementHash: hash, managerSecret: context.database.vault.managerSecret)
    }

    /// Derives a code that recognises an enrolment. Without the manager's secret it does not disclose the enrolled
    /// keys.
    ///
    /// HMAC-SHA256(manager secret, "xign/1 enrolment" || enrolment statement).
    func enrolmentCode(_ statement: EnrolmentStatement) -> [UInt8] {
        derived("xign/1 enrolment", statement.serialized)
    }

    /// Derives a code that recognises the body of this request. Without the manager's secret it does not test the PIN
    /// whose key or proof is in the body.
    ///
    /// HMAC-SHA256(manager secret, "xign/1 body" || SHA-256(body)).
    var bodyCode: [UInt8] { derived("xign/1 body", Array(SHA256.hash(data: request.body))) }

    private func derived(_ label: String, _ content: [UInt8]) -> [UInt8] {
        Array(
            HMAC<SHA256>.authenticationCode(
                for: Array(label.utf8) + content, using: context.database.vault.managerSecret))
    }
}
