import Foundation
import Synchronization
internal import XignProtocol

/// Who asks for what: to be shown to the user, who chooses a role and decides about the attributes. Safe to share between
/// threads.
public final class AuthenticateRequest: Sendable {
    /// The manager.
    public let idmIdentifier: String
    /// The service that asks. Show it.
    public let serviceInformation: ServiceInformation
    /// Who runs the service. Show it.
    public let organizationInformation: OrganizationInformation
    /// The roles of which one must be used. A single one is selected already.
    public let roles: [Role]
    /// The attributes that the service asks for.
    public let info: AuthenticationPersonalInformation
    /// When the session ends by the device's clock, if it is not finished before.
    public let expiresAt: Date

    let process: AuthenticationProcess
    private let selection: Mutex<Role?>

    init(_ process: AuthenticationProcess, _ answer: Start.Response, expiresAt: Date) throws {
        idmIdentifier = process.activation.idmIdentifier
        serviceInformation = ServiceInformation(answer.service)
        organizationInformation = OrganizationInformation(answer.organization)
        roles = answer.roles.map { Role($0) }
        info = try AuthenticationPersonalInformation(answer.attributes)
        self.expiresAt = expiresAt
        self.process = process
        selection = Mutex(roles.count == 1 ? roles[0] : nil)
    }

    /// The role that will be used.
    public var selectedRole: Role? { selection.withLock { $0 } }

    /// Chooses one of ``roles``.
    ///
    /// - Returns: the adopted role; nil if `role` is nil or none of ``roles``, and then the former choice stays.
    @discardableResult
    public func setSelection(_ role: Role?) -> Role? {
        guard let role, roles.contains(role) else { return nil }
        selection.withLock { $0 = role }
        return role
    }
}

/// What belongs to one authentication from its start to its end, and is not for the app.
struct AuthenticationProcess: Sendable {
    let device: Device
    let activation: ActivationRecord
    let session: SessionID
    let token: SecretOctets
    let purpose: Purpose
    let channel: Channel
    /// As they were when the process started: the statement is compared with them.
    let service: ServiceDescription
    let organization: OrganizationDescription
    let roles: [RoleDescription]
}
