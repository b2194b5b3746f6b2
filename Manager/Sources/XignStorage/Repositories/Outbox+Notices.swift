import XignCrypto
import XignDomain
import XignProtocol

/// Notices for the operator's program.
///
/// They are written only while somebody takes them: a manager with a program lets them be written for some days ahead,
/// again and again. The setting is in the database, since the manager or command that acts may be another than the one
/// that delivers.
extension Outbox {
    private static let openUntilName = "outboxOpenUntil"

    /// Lets notices be written until a moment.
    package func open(until moment: Timestamp) throws {
        try transaction.settings.set(Self.openUntilName, to: "\(moment.rawValue)")
    }

    /// Adds a notice, if a manager takes them. The address is that of this moment: one that is changed later does not
    /// redirect it.
    package func append(_ event: NoticeEvent, of account: Account) throws {
        guard let end = try transaction.settings.value(of: Self.openUntilName).flatMap({ Int64($0) }),
            event.at < Timestamp(rawValue: end)
        else { return }
        let id = Array(SecureRandom.bytes(count: 16))
        try append(
            .notice, id: id, at: event.at,
            NoticePayload(
                id: Base64URL.encode(id), at: event.at.seconds, kind: event.kind.rawValue,
                user: account.name, device: event.device, operator: event.operatorName,
                email: try verifiedAddress(of: account.id)))
    }

    /// The mail address that an operator has verified, the primary one first. Others may be anybody's.
    private func verifiedAddress(of account: AccountID) throws -> String? {
        try transaction.attributeValues.all(of: account).first { $0.attribute == .email && $0.isVerified }?.text
    }
}

/// A notice as the program gets it. `docs/operations.md` describes the members, which are never changed, only added to.
package struct NoticePayload: Codable, Sendable, Equatable {
    /// An identifier that stays with the notice, so that the program recognises a repeated delivery.
    package let id: String
    /// Unix seconds.
    package let at: Int64
    package let kind: String
    package let user: String
    package let device: String?
    package let `operator`: String?
    package let email: String?
}
