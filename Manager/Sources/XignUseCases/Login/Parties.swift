import XignDomain
import XignProtocol
import XignStorage

/// The parties of a process as one activation meets them: the service and the organization that ask, and the roles in
/// which the activation's account can confirm.
///
/// `start` offers the roles with the alternatives that count, `prepare` writes one into the statement, and `finish`
/// demands one of its alternatives.
struct Parties {
    let service: Service
    let organization: Organization
    /// The only role of the built-in service; nil for a declared service, whose roles are read.
    private let builtInRole: Role?
    /// The declared service; nil for the built-in one.
    private let declared: DeclaredService?
    private let process: Process
    private let standing: Standing
    private var activation: Activation { standing.activation }
    let policy: Policy
    private let transaction: any Transaction

    /// Finds the parties: a declared service, or the built-in one.
    /// - Parameters:
    ///   - declared: the process's service, as `declaredService(of:)` finds it; nil for none.
    ///   - standing: of the device's account at that service.
    /// - Returns: nil where the service was removed.
    init?(
        of process: Process, at declared: DeclaredService?, for standing: Standing, _ call: DeviceCall,
        _ transaction: any Transaction
    ) throws {
        switch process.goal {
        case .website, .inApp:
            guard let declared else { return nil }
            (service, organization, builtInRole) = (declared.service, declared.organization, nil)
        case .utility, .pages, .act:
            let builtIn = BuiltInParties(
                of: process.goal.surface, idmIdentifier: call.context.issuer.idmIdentifier,
                userName: standing.account.name, operatorName: try transaction.declared.operatorProfile().name)
            (service, organization, builtInRole) = (builtIn.service, builtIn.organization, builtIn.role)
        }
        policy = try transaction.declared.policy()
        (self.process, self.declared, self.standing, self.transaction) = (process, declared, standing, transaction)
    }

    /// True unless the operator has switched the service off, or the logins of its apps.
    var isOpen: Bool { service.takes(process) }

    /// Judges the account before its device's claim takes effect: a process that is refused to one goes on waiting for
    /// another.
    /// - Parameter channel: the channel of the claim.
    /// - Returns: the roles, at least one; or the reason why the account may not log in (OpenID Connect Core, sections
    ///   3.1.2.2 and 5.5.1.1).
    func eligibility(through channel: Channel) throws -> Result<[Role], ProtocolError> {
        guard admitsAccount else { return .failure(ProtocolError(.otherAccount)) }
        let permitted = try permittedRoles()
        guard !permitted.isEmpty else { return .failure(ProtocolError(.notAMember)) }
        let roles = offered(permitted, through: channel)
        return roles.isEmpty ? .failure(ProtocolError(.unmetRequirements)) : .success(roles)
    }

    /// The roles in which the account can confirm through the process's channel.
    func roles() throws -> [Role] { offered(try permittedRoles(), through: process.channel) }

    /// Judges what the device says of its security, by the requirements of the manager and of the service.
    func securityRefusal(of client: ClientInformation) -> ProtocolError? {
        policy.security.combined(with: service.security).refusal(of: client, enrolledAs: activation.platform)
    }

    /// Finds a role of the service, also one that the account no longer holds.
    func role(_ id: RoleID) -> Role? {
        if let builtInRole { return builtInRole.id == id ? builtInRole : nil }
        return declared?.role(id)
    }

    /// A refusal in the words of the audit log.
    static func reason(_ refusal: ProtocolErrorCode) -> String {
        switch refusal {
        case .otherAccount: "another account was demanded"
        case .unmetRequirements: "no role takes the device with the authentication that the website demanded"
        default: "not a member, or without a role"
        }
    }

    private var admitsAccount: Bool {
        if case .act(let requested) = process.goal { return requested.accountID == activation.accountID }
        return requirements?.admits(account: activation.accountID) ?? true
    }

    /// False for an account without a grant that would log in at the console.
    private var mayLogIn: Bool {
        get throws {
            guard process.goal == .pages(.console) else { return true }
            return try transaction.administratorGrants.all(of: activation.accountID).mayEnterConsole
        }
    }

    private var requirements: LoginRequirements? { process.goal.login?.requirements }

    private func permittedRoles() throws -> [Role] {
        if let builtInRole { return try mayLogIn ? [builtInRole] : [] }
        return standing.roles.compactMap { $0.offered(by: policy) }
    }

    /// Returns what is left of roles by the device's platform, the channel and the website's demands.
    ///
    /// The only role of a built-in service takes every device. At the console it takes no browser: that would give the
    /// rights of an operator to whoever serves the page in it.
    private func offered(_ roles: [Role], through channel: Channel) -> [Role] {
        guard let requirements else {
            return service.id == BuiltInParties.consoleID && activation.isBrowser ? [] : roles
        }
        let taken = roles.filter { $0.takes(platform: activation.platform, on: channel) }
            .compactMap { $0.offered(by: policy, to: activation.platform) }
        return requirements.meeting(taken, inBrowser: activation.isBrowser)
    }
}

extension Transaction {
    /// Finds the service at which a process would log in; nil for the built-in ones, and for one that was removed.
    func declaredService(of process: Process?) throws -> DeclaredService? {
        try process?.goal.login.flatMap { try declared.service($0.serviceID) }
    }
}
