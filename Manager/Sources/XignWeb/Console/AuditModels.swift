import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

extension AuditEventModel {
    init(_ entry: AuditEntry) {
        self.init(
            id: entry.id, at: Moment(entry.at), kind: entry.kind, actor: entry.actor.map { Person($0) },
            account: entry.account.map { Person($0) },
            device: Device(entry), service: Place(entry), organization: Organization(entry), network: entry.network,
            detail: entry.detail, hasEvidence: entry.hasEvidence)
    }
}

extension AuditEventModel.Person {
    fileprivate init(_ person: AuditPerson) {
        self =
            switch person {
            case .account(let party):
                .account(.init(name: party.name, id: party.id.description, shortID: party.id.short))
            case .administrator(let name): .administrator(name)
            case .subject(let id): .subject(id.text)
            case .member(let id): .member(id.description)
            case .noMember: .noMember
            }
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

extension AuditEventModel.Place {
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
        let text = statement.content?.text
        self.init(
            sentence: text.map { Phrase($0) }, language: text?.language,
            account: statement.signer.map { AuditEventModel.Person($0) },
            device: statement.device.map {
                Device(AuditEventModel.Device(name: $0.name, id: $0.id.short), hash: $0.hash.hexadecimal)
            },
            at: Moment(statement.at),
            signature: statement.content?.verification ?? .keyUnknown,
            statement: try Statement(statement.content))
    }
}

extension AuditEventPage.Evidence.Statement {
    fileprivate init(_ content: ReadEvidence.Content?) throws {
        guard let content else {
            self = .erased
            return
        }
        self = try content.signed.map { .saved(try MessageCoding.encode(SavedStatement($0))) } ?? .ofManager
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

    init(_ signed: ReadEvidence.Signed) {
        jws = signed.deviceSignature
        deviceKey = signed.deviceKey.map { Octets($0) }
        factors = signed.factors.map(\.rawValue).sorted()
    }
}
