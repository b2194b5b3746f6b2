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
        /// The address of the page on which people register on the way to the service; nil where they cannot.
        package let registrationAddress: String?
    }

    /// The channels of a login that begins in a browser.
    static let browserChannels: Set<Channel> = [.crossDevice, .sameDevice]

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Finds a process that a browser began, and describes it, in one transaction.
    /// - Parameter cookie: the value that the browser sends; nil where it sends none.
    /// - Returns: nil as `BrowserProcesses.find`; no description where the service was removed.
    package func callAsFunction(
        _ id: SessionID, cookie: String?
    ) throws -> (begun: BrowserProcess, description: Description?)? {
        try context.database.readStatement { transaction in
            try BrowserProcesses.find(id, cookie: cookie, transaction).map {
                ($0, try describe($0.process, transaction))
            }
        }
    }

    private func describe(_ process: Process, _ transaction: any Transaction) throws -> Description? {
        guard let login = process.goal.login else {
            // The name of the role, which is the account's, is not shown before a device has claimed the process.
            let builtIn = BuiltInParties(
                of: process.goal.surface, idmIdentifier: context.issuer.idmIdentifier, userName: "",
                operatorName: try transaction.declared.operatorProfile().name)
            return Description(
                service: builtIn.service, organization: builtIn.organization, channels: Self.browserChannels,
                hasRememberedRole: false, registrationAddress: nil)
        }
        guard let declared = try transaction.declared.service(login.serviceID) else { return nil }
        return Description(
            service: declared.service, organization: declared.organization,
            channels: Self.channels(at: declared, login.requirements).intersection(Self.browserChannels),
            hasRememberedRole: declared.roles.contains { $0.channels == nil },
            registrationAddress: context.registrationAddress(for: declared))
    }

    /// Returns the channels through which some role takes a login.
    static func channels(at service: DeclaredService, _ requirements: LoginRequirements) -> Set<Channel> {
        let possible = service.roles.compactMap { $0.offered(by: service.policy) }
        let offered = [false, true].flatMap { inBrowser in
            requirements.meeting(possible.filter { $0.takesSome(inBrowser: inBrowser) }, inBrowser: inBrowser)
        }
        return Set(offered.flatMap { $0.channels ?? Role.loginChannels })
    }
}
