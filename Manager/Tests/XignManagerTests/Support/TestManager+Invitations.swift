import Testing
import XignProtocol

@testable import XignUseCases

extension TestManager {
    /// An invitation of eve@example.org to two roles of the example.
    /// - Parameter user: the only user who may accept.
    func invite(user: String? = nil) throws -> RawActivation {
        let invitation = TypedInvitation(
            address: "eve@example.org", organization: "Example Inc.",
            roles: [.init(service: "demo", name: "visitor"), .init(service: "demo", name: "user")], userName: user)
        let pin = try #require(PIN(Self.activationPIN))
        return try RawActivation(
            self, link: try CreateInvitation(context)(invitation, pin: pin, by: Self.operatorName).link)
    }
}
