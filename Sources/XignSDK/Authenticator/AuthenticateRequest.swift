import Foundation
import Synchronization
internal import XignProtocol

/// An authentication that has started: the act to confirm, the service, its organization, and what they request from
/// the user.
///
/// Show it to the user, who chooses a role and decides about the attributes. Instances may be used from any thread.
///
/// Source: XignSys SDK documentation, "Starting an authentication"; `docs/protocol.md`, section 5.
public final class AuthenticateRequest: Sendable {
    /// The manager's identifier.
    public let idmIdentifier: String
    /// The act that the user is asked to confirm. Show it.
    public let subject: AuthenticationSubject
    /// The service that requests the login. Show it.
    public let serviceInformation: ServiceInformation
    /// The organization that runs the service. Show it.
    public let organizationInformation: OrganizationInformation
    /// The roles to choose from. A single role is preselected.
    public let roles: [Role]
    /// The attributes that the service requests.
    public let info: AuthenticationPersonalInformation
    /// The moment, by the device's clock, at which an unfinished session ends.
    public let expiresAt: Date
    /// True if the page in the browser shows two digits that the user must type: ask for them, and pass them to
    /// ``setPairingDigits(_:)``.
    ///
    /// It is so where the data of a QR code were opened and not scanned, unless the service decides otherwise. Nobody
    /// but the browser in which the process began is shown the digits.
    public let isPairingRequired: Bool

    let process: AuthenticationProcess
    private let selection: Mutex<Role?>
    private let typedDigits = Mutex<PairingDigits?>(nil)

    init(
        _ process: AuthenticationProcess, _ answer: Start.Response, subject: AuthenticationSubject,
        info: AuthenticationPersonalInformation, expiresAt: Date
    ) {
        idmIdentifier = process.activation.idmIdentifier
        self.subject = subject
        serviceInformation = ServiceInformation(answer.service)
        organizationInformation = OrganizationInformation(answer.organization)
        roles = answer.roles.map { Role($0) }
        self.info = info
        self.expiresAt = expiresAt
        isPairingRequired = answer.pairing
        self.process = process
        selection = Mutex(roles.count == 1 ? roles[0] : nil)
    }

    /// The chosen role; nil if there are several and none is chosen yet.
    public var selectedRole: Role? { selection.withLock { $0 } }

    /// Chooses one of ``roles``.
    ///
    /// - Returns: the adopted role; nil if `role` is nil or not one of ``roles``. The earlier choice then stays.
    @discardableResult
    public func setSelection(_ role: Role?) -> Role? {
        guard let role, roles.contains(role) else { return nil }
        selection.withLock { $0 = role }
        return role
    }

    /// Takes the two digits that the page in the browser shows, as the user typed them.
    ///
    /// The manager compares them when the request is prepared, once: a wrong pair ends the process.
    ///
    /// - Parameter digits: two digits, of any script; white space and hyphens are ignored.
    /// - Returns: true if the text consists of two digits. Otherwise nothing is set and earlier digits are removed: ask
    ///   the user again.
    public func setPairingDigits(_ digits: String) -> Bool {
        let digits = PairingDigits(typed: digits)
        typedDigits.withLock { $0 = digits }
        return digits != nil
    }

    /// Returns whether a text is two digits, as ``setPairingDigits(_:)`` takes them: to check it before a process
    /// begins.
    public static func arePairingDigits(_ text: String) -> Bool { PairingDigits(typed: text) != nil }

    /// The digits that were typed; nil if there are none yet.
    var pairingDigits: PairingDigits? { typedDigits.withLock { $0 } }
}

/// The internal state of one authentication, from its start to its end.
struct AuthenticationProcess: Sendable {
    let device: Device
    let activation: ActivationRecord
    let session: SessionID
    let token: SecretOctets
    let beginning: ProcessBeginning
    /// The subject and descriptions that the manager sent at the start. The statement to be signed is compared with
    /// them.
    let subject: ConsentSubject
    let service: ServiceDescription
    let organization: OrganizationDescription
    let roles: [RoleDescription]

    var manager: ManagerConnection { device.manager(activation.idmIdentifier) }
}
