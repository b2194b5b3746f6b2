import XignDomain
import XignPages
import XignProtocol

extension WebsiteLink {
    /// The way on from a page after a logout: the registered address, else the website of the service, else the
    /// manager.
    /// - Parameter address: one that is registered for after a logout; nil where the website sent no such.
    init(afterLogoutAt service: Service?, address: String?, manager: ManagerOrigin) {
        let link = address.flatMap { address in
            RedirectURI.origin(of: address).map { WebsiteLink(address: address, host: $0.idmIdentifier) }
        }
        self =
            link ?? service.flatMap { WebsiteLink(toWebsiteOf: $0) }
            ?? WebsiteLink(address: "/", host: manager.idmIdentifier)
    }

    /// The way to a service's website, else to the origin that all of its https redirect URIs share.
    /// - Returns: nil where neither is known.
    init?(toWebsiteOf service: Service) {
        let secure = service.redirectURIs.filter { $0.hasPrefix("https://") }
        let isOneOrigin = Set(secure.map { RedirectURI.origin(of: $0)?.description }).count == 1
        self.init(to: service, redirectURI: isOneOrigin ? secure.first : nil)
    }
}
