import XignDomain
import XignProtocol
import XignStorage

/// Describes a process for its page: the parties, and the ways to a device that some role takes.
package struct DescribeLogin: Sendable {
    package struct Description: Sendable {
        package let service: Service
        package let organization: Organization
        /// Empty where no role can confirm the login, since roles have changed meanwhile.
        package let channels: Set<Channel>
        /// True if the service has a role whose logins a browser may remember: one that names no channels.
        package let hasRememberedRole: Bool
    }

    /// The channels of a login that begins in a browser.
    static let browserChannels: Set<Channel> = [.crossDevice, .sameDevice]

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: nil where the service was removed.
    package func callAsFunction(_ process: Process) throws -> Description? {
        guard let login = process.goal.login else {
            // The name of the role, which is the account's, is not shown before a device has claimed the process.
            let builtIn = BuiltInParties(
                of: process.goal.surface, idmIdentifier: context.issuer.idmIdentifier, userName: "",
                operatorName: try context.operatorProfile().name)
            return Description(
                service: builtIn.service, organization: builtIn.organization, channels: Self.browserChannels,
                hasRememberedRole: false)
        }
        let policy = try context.policy()
        return try context.database.read { transaction in
            guard let (service, organization) = try transaction.services.findWithOrganization(id: login.serviceID)
            else { return nil }
            let roles = try transaction.services.roles(of: service.id)
            return Description(
                service: service, organization: organization,
                channels: Self.channels(of: roles, policy, login.requirements)
                    .intersection(Self.browserChannels),
                hasRememberedRole: roles.contains { $0.channels == nil })
        }
    }

    /// Returns the channels through which some role takes a login.
    static func channels(
        of roles: [Role], _ policy: Policy, _ requirements: LoginRequirements
    ) -> Set<Channel> {
        let possible = roles.compactMap { $0.offered(by: policy) }
        let offered = [false, true].flatMap { inBrowser in
            requirements.meeting(possible.filter { $0.takesSome(inBrowser: inBrowser) }, inBrowser: inBrowser)
        }
        return Set(offered.flatMap { $0.channels ?? Role.loginChannels })
    }
}
