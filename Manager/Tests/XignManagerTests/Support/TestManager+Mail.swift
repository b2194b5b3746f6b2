import XignDomain

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

extension TestManager {
    /// Takes all rows of a kind out of the outbox.
    func taken<Payload: Decodable>(_ kind: Outbox.Kind, as type: Payload.Type) throws -> [Payload] {
        let now = clock.now
        var payloads: [Payload] = []
        while let item = try context.database.write({ try $0.outbox.take(kind, at: now, leasedUntil: now + 120) }) {
            payloads.append(try item.payload(context.database.vault, as: type))
            try context.database.write { try $0.outbox.remove(item) }
        }
        return payloads
    }

    /// Takes all mails of notices and codes out of the outbox.
    func mails() throws -> [OutgoingMail] { try taken(.mail, as: OutgoingMail.self) }

    /// Takes all mails out of the outbox.
    /// - Returns: those with codes.
    func mailedCodes() throws -> [MailedCodePayload] {
        try mails().compactMap { if case .code(let code) = $0 { code } else { nil } }
    }

    /// Takes all mails out of the outbox.
    /// - Returns: those of notices.
    func mailedNotices() throws -> [MailPayload] {
        try mails().compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
    }
}
