import XignProtocol

/// The composition and renewal of the statement that a user confirms.
public enum Consent {
    /// Composes the statement of a process.
    /// - Parameter challenge: 32 random bytes.
    public static func statement(
        process: Process, activation: ActivationID, service: Service, organization: Organization, role: Role,
        attributes: [ConsentStatement.Attribute], issuer: ManagerOrigin, challenge: [UInt8], at now: Timestamp
    ) -> ConsentStatement {
        ConsentStatement(
            subject: process.subject, channel: process.channel, idmIdentifier: issuer.idmIdentifier,
            session: process.id,
            challenge: challenge, issuedAt: now.seconds, expiresAt: process.expiresAt.seconds, activation: activation,
            service: .init(id: service.id.text, name: service.displayName),
            serviceOrigin: serviceOrigin(process, issuer: issuer),
            organization: .init(id: organization.id.text, name: organization.name),
            role: .init(id: role.id.text, name: role.name),
            alternatives: role.alternatives, attributes: attributes, policyVersion: service.policyVersion)
    }

    /// The origin of a process that no website began: a login in the service's own app, a login whose answer goes to an
    /// app, or a utility process.
    public static let originOfApps = "app"

    /// Returns the origin of the page that asks, or `originOfApps` where there is none.
    public static func serviceOrigin(_ process: Process, issuer: ManagerOrigin) -> String {
        switch process.goal {
        case .website(let login), .inApp(let login): login.origin
        case .pages, .act: issuer.description
        case .utility: originOfApps
        }
    }

    /// Returns the same statement with a new challenge and new times, to be signed after a lockout.
    public static func renewed(
        _ statement: ConsentStatement, challenge: [UInt8], expiresAt: Timestamp, at now: Timestamp
    ) -> ConsentStatement {
        var next = statement
        next.challenge = challenge
        next.issuedAt = now.seconds
        next.expiresAt = expiresAt.seconds
        return next
    }

    /// Returns true if the service, its policy and the role are still those of the statement.
    public static func isCurrent(_ statement: ConsentStatement, service: Service, role: Role) -> Bool {
        service.isActive && statement.policyVersion == service.policyVersion
            && statement.role.id.hasSameBytes(as: role.id.text)
            && statement.alternatives == role.alternatives
    }
}

extension ConsentStatement {
    /// The moment until which a browser may collect what the statement has confirmed, by the signed expiry alone.
    public var collectionEnd: Timestamp { Timestamp(seconds: expiresAt) + Process.collectionSeconds }
}
