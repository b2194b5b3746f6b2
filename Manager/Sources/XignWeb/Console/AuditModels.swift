import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

extension AuditEventModel {
    /// Nil for an event without words; a test finds one.
    init?(_ entry: AuditEntry) {
        guard let kind = AuditKind(rawValue: entry.kind.rawValue) else { return nil }
        self.init(
            id: entry.id, at: Moment(entry.at), kind: kind, actor: Actor(entry.actor),
            account: entry.account.map { Account($0) },
            device: Device(entry), service: Service(entry), organization: Organization(entry), network: entry.network,
            detail: entry.detail, hasEvidence: entry.hasEvidence)
    }
}

extension AuditEventModel.Account {
    fileprivate init(_ party: AuditEntry.Party) {
        self.init(name: party.name, id: party.id.description, shortID: party.id.short)
    }
}

extension AuditEventModel.Device {
    fileprivate init?(_ entry: AuditEntry) {
        guard let name = entry.device, let id = entry.deviceID else { return nil }
        self.init(name: name, id: id.short)
    }
}

extension AuditEventModel.Organization {
    fileprivate init?(_ entry: AuditEntry) {
        guard entry.organization != nil || entry.organizationID != nil else { return nil }
        self.init(name: entry.organization, id: entry.organizationID?.text)
    }
}

extension AuditEventModel.Actor {
    fileprivate init(_ actor: AuditEntry.Actor) {
        self =
            switch actor {
            case .person: .person
            case .website: .website
            case .manager: .manager
            case .administrator(let party): .administrator(party?.name)
            case .machine(let name): .machine(name)
            }
    }
}

extension AuditEventModel.Service {
    fileprivate init(_ entry: AuditEntry) {
        self =
            switch entry.surface {
            case .account?: .accountPages
            case .console?: .console
            case nil: .named(entry.service?.displayName)
            }
    }
}

extension AuditEventPage.Evidence {
    init(_ statement: ReadEvidence.Statement) throws {
        let text: TransactionText? =
            if case .transaction(let text)? = statement.content?.statement.subject { text } else { nil }
        self.init(
            sentence: text.map { Phrase($0) }, language: text?.language,
            account: statement.signer.map { AuditEventModel.Account($0) },
            device: AuditEventModel.Device(name: statement.device, id: statement.deviceID.short),
            at: Moment(statement.at), hash: statement.hash.hexadecimal,
            signature: statement.content.map { SignatureResult($0.verification) } ?? .keyUnknown,
            statement: try statement.content.map { try MessageCoding.encode(SavedStatement($0)) })
    }
}

extension SignatureResult {
    fileprivate init(_ verification: ReadEvidence.Verification) {
        self =
            switch verification {
            case .valid: .valid
            case .invalid: .invalid
            case .keyUnknown: .keyUnknown
            }
    }
}

/// A statement with the signature of the device, as an auditor saves it (docs/console.md). Signatures of PINs never
/// leave the manager. `xignin-manager evidence export` makes an `EvidenceFile`, which has the manager's word, too.
private struct SavedStatement: Encodable {
    /// The statement and the device's signature: a JWS in compact form (RFC 7515, section 3.1).
    let jws: String?
    /// The device's key on P-256: x and y.
    let deviceKey: Octets?
    /// The factors that have signed.
    let factors: [String]

    init(_ content: ReadEvidence.Content) {
        jws = content.deviceSignature
        deviceKey = content.deviceKey.map { Octets($0) }
        factors = content.factors.map(\.rawValue).sorted()
    }
}
