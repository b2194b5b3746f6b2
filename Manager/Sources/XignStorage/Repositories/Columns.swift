import XignDomain
import XignProtocol

// Domain types as column values.

extension Timestamp: SQLValue {}
extension ResponseMode: SQLValue {}
extension Activation.State: SQLValue {}
extension Activation.Kind: SQLValue {}
extension Activation.PINOrigin: SQLValue {}
extension Phase.Name: SQLValue {}
extension Language: SQLValue {}
extension Channel: SQLValue {}
extension DeclineReason: SQLValue {}
extension FactorType: SQLValue {}
extension KeyStoreKind: SQLValue {}
extension Purpose: SQLValue {}
extension NoticeEvent.Kind: SQLValue {}
extension SealingSuite: SQLValue {}
extension AuditEvent.Kind: SQLValue {}
extension AttributeName: SQLValue {}
extension HistoryTopic: SQLValue {}
extension BrowserSession.Surface: SQLValue {}
extension Scope: SQLValue {}
extension AdministratorGrant.Role: SQLValue {}
extension MailCode.Purpose: SQLValue {}
extension Verification: SQLValue {}

/// The digits that are awaited, or the word `proven`.
extension Pairing: SQLValue {
    private static let proven = "proven"

    package static func parameter(_ value: Self?) -> SQL.Parameter {
        switch value {
        case nil: .text(nil)
        case .awaiting(let digits)?: .text(digits.text)
        case .proven?: .text(Self.proven)
        }
    }

    package init?(column: Row.Value) {
        guard let text = String(column: column) else { return nil }
        if text == Self.proven {
            self = .proven
        } else if let digits = PairingDigits(text) {
            self = .awaiting(digits)
        } else {
            return nil
        }
    }
}

extension TextID: SQLValue {
    package static func parameter(_ value: Self?) -> SQL.Parameter { .text(value?.text) }
    package init?(column: Row.Value) {
        guard let text = String(column: column) else { return nil }
        self.init(text)
    }
}

extension BearerHash: SQLValue {
    package static func parameter(_ value: Self?) -> SQL.Parameter { .bytes(value?.bytes) }
    package init?(column: Row.Value) {
        guard case .bytes(let bytes) = column else { return nil }
        self.init(bytes: bytes)
    }
}

extension Identifier: SQLValue {
    package static func parameter(_ value: Self?) -> SQL.Parameter { .bytes(value?.bytes) }
    package init?(column: Row.Value) {
        guard case .bytes(let bytes) = column else { return nil }
        self.init(bytes)
    }
}
