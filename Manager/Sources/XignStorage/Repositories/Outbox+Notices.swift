import XignCrypto
import XignDomain
import XignProtocol

/// Notices for the operator's program, and for the mailboxes of their people.
///
/// They are written only while somebody takes them: a manager with a program, or with a mail server, lets them be
/// written for some days ahead, again and again. The setting is in the database, since the manager or command that acts
/// may be another than the one that delivers.
extension Outbox {
    /// The number of notices that the addresses of an account get on a day (UTC), besides those that are always mailed.
    /// A further one says that no more follow.
    package static let mailedNoticesPerDay = 20
    private static let daySeconds: Int64 = 86_400
    /// The notices that a person can act on, or that none can follow: somebody with a device could cause others first.
    private static let alwaysMailed: [NoticeEvent.Kind] = [
        .activationPersonalized, .recoveryIssued, .accountRemoved, .recoveryBegun, .recoveryReady, .recoveryCompleted,
    ]
    /// The notices about the ways by which the account is told and recovered. They have a number of their own, so that
    /// no others can use it up before.
    private static let mailedApart: [NoticeEvent.Kind] = [.addressChanged, .recoveryCodeChanged, .recoveryStopped]
    private static let others = NoticeEvent.Kind.allCases.filter { !(alwaysMailed + mailedApart).contains($0) }

    /// Lets notices be written until a moment.
    package func open(_ kind: Kind, until moment: Timestamp) throws {
        try transaction.settings.set(Self.openUntilName(kind), to: "\(moment.rawValue)")
    }

    /// Adds a notice for the program and for each verified address, if managers take them. The addresses are those of
    /// this moment: one that is changed later does not redirect it.
    package func append(_ event: NoticeEvent, of account: Account) throws {
        let isForProgram = try isOpen(.notice, at: event.at)
        let isForMail = try isOpen(.mail, at: event.at)
        guard isForProgram || isForMail else { return }
        let addresses = try transaction.attributeValues.verifiedAddresses(of: account.id).map(\.text)
        let isMailed = try isForMail && mail(event, of: account, to: addresses)
        guard isForProgram else { return }
        let id = Array(SecureRandom.bytes(count: 16))
        try append(
            .notice, id: id, at: event.at,
            NoticePayload(
                id: Base64URL.encode(id), at: event.at.seconds, kind: event.kind.rawValue,
                user: account.name, device: event.device, operator: event.operatorName,
                email: addresses.first, mailed: isMailed ? true : nil,
                stoppable: Self.stoppable(event)?.text, readyAt: Self.readyAt(event)))
    }

    /// Returns the object that a link can stop, where the notice tells of a new device, of a code for one, or of a
    /// recovery.
    private static func stoppable(_ event: NoticeEvent) -> StoppableObject? {
        switch event.subject {
        case .activation(let id)?:
            [.activationPersonalized, .recoveryIssued, .recoveryCompleted].contains(event.kind) ? .activation(id) : nil
        case .recovery(let begun)?: .recovery(begun.id)
        case nil: nil
        }
    }

    private static func readyAt(_ event: NoticeEvent) -> Int64? {
        if case .recovery(let begun) = event.subject { begun.readyAt.seconds } else { nil }
    }

    /// - Returns: true if the mails tell of this event, and false if none is written, or only says that no more follow.
    private func mail(_ event: NoticeEvent, of account: Account, to addresses: [String]) throws -> Bool {
        guard !addresses.isEmpty else { return false }
        // This notice is counted already.
        let count =
            try Self.alwaysMailed.contains(event.kind)
            ? 0
            : transaction.notices.count(
                Self.mailedApart.contains(event.kind) ? Self.mailedApart : Self.others, of: account.id,
                from: Self.beginOfDay(event.at))
        guard count <= Self.mailedNoticesPerDay + 1 else { return false }
        let isOneTooMany = count > Self.mailedNoticesPerDay
        for address in addresses {
            try append(
                .mail, id: Array(SecureRandom.bytes(count: 16)), at: event.at,
                MailPayload(
                    at: event.at.seconds, kind: event.kind.rawValue, to: address, user: account.name,
                    language: account.language?.rawValue, device: event.device, operator: event.operatorName,
                    stoppable: Self.stoppable(event)?.text, readyAt: Self.readyAt(event), isOneTooMany: isOneTooMany))
        }
        return !isOneTooMany
    }

    /// Returns the beginning of a moment's day (UTC).
    private static func beginOfDay(_ moment: Timestamp) -> Timestamp {
        Timestamp(seconds: moment.seconds / daySeconds * daySeconds)
    }

    private func isOpen(_ kind: Kind, at now: Timestamp) throws -> Bool {
        guard let end = try transaction.settings.value(of: Self.openUntilName(kind)).flatMap({ Int64($0) }) else {
            return false
        }
        return now < Timestamp(rawValue: end)
    }

    private static func openUntilName(_ kind: Kind) -> String {
        kind == .notice ? "outboxOpenUntil" : "outboxOpenUntil.\(kind.rawValue)"
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
    /// The first of `AttributeValues.verifiedAddresses`.
    package let email: String?
    /// True where the manager mails it, too; nil otherwise.
    package let mailed: Bool?
    /// The `StoppableObject` that a link can stop; the program gets the link in its place.
    package var stoppable: String?
    /// The moment from which a recovery goes on, in Unix seconds; nil for any other notice.
    package var readyAt: Int64?
    /// The address of the page that stops what the notice tells of; nil where there is none, and in the outbox.
    package var stop: String?
}

/// A notice as it is mailed to one address.
package struct MailPayload: Codable, Sendable, Equatable {
    /// Unix seconds.
    package let at: Int64
    package let kind: String
    package let to: String
    package let user: String
    /// The language that the person has chosen; nil: the operator's.
    package let language: String?
    package let device: String?
    package let `operator`: String?
    /// The `StoppableObject` that a link in the mail can stop; nil where there is none.
    package let stoppable: String?
    /// The moment from which a recovery goes on, in Unix seconds; nil for any other notice, and in those of versions
    /// without recovery.
    package var readyAt: Int64?
    /// True for the mail that says instead that no more notices follow on this day.
    package let isOneTooMany: Bool
}
