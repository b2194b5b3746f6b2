import XignDomain
import XignHTTP
import XignProtocol

/// An origin at which browsers get pages: the issuer's, or that of surfaces which have one of their own.
///
/// Cookies, forms, processes and the language switch belong to one site. The site of a surface answers nothing else.
package struct Site: Sendable {
    package let origin: ManagerOrigin
    package let surfaces: Set<Surface>
    /// True for the site to which websites send browsers. It also answers requests for hosts that nobody has named.
    package let isIssuer: Bool
    /// The networks that reach a surface of this site; a surface without an entry is reached from everywhere.
    let networks: [Surface: [AddressRange]]
    /// The sites to which the app's return is passed on, in this order.
    let following: [Site]

    /// The value of `Request.host` for this site.
    package var host: String { origin.requestHost }

    /// The host as a person reads it.
    var shownHost: String { origin.idmIdentifier }

    /// The first page of the site's surfaces: the account's, where it has several.
    package var firstPage: String? { Surface.allCases.first { surfaces.contains($0) }?.path }

    /// True for a process that this site has begun: a login at a website began at the issuer's.
    func serves(_ begun: BrowserProcess, to address: RemoteAddress) -> Bool {
        guard let surface = begun.process.goal.surface else { return isIssuer }
        return surfaces.contains(surface) && admits(address, to: surface)
    }

    // MARK: Networks

    /// Returns true unless a surface is restricted to other networks.
    func admits(_ address: RemoteAddress, to surface: Surface) -> Bool {
        networks[surface].map { ranges in ranges.contains { $0.contains(address) } } ?? true
    }

    /// Returns true if a client can reach a page of the site.
    func admits(_ address: RemoteAddress) -> Bool {
        isIssuer || surfaces.contains { admits(address, to: $0) }
    }
}

extension [Site] {
    /// Returns the address of a page of one of the sites, as each of them can lead to it.
    package func address(of path: String, at site: Site) -> String { count == 1 ? path : "\(site.origin)\(path)" }
}

/// Middleware that hides surfaces from other networks than theirs. There they are as if they were off.
package func hidingSurfaces(of sites: [Site]) -> Middleware {
    { next in
        { request in
            let site = sites.first { !$0.isIssuer && $0.host == request.host } ?? sites.first { $0.isIssuer }
            let surface = request.target.segments.first.flatMap(Surface.init(rawValue:))
            guard let site, site.admits(request.remoteAddress),
                surface.map({ site.admits(request.remoteAddress, to: $0) }) ?? true
            else { throw HTTPError.notFound }
            return try await next(request)
        }
    }
}

extension ManagerOrigin {
    /// The value of `Request.host` at this origin.
    package var requestHost: String { String(description.drop { $0 != "/" }.dropFirst(2)) }
}

extension Router {
    /// Registers the routes of a site. That of a surface has no others.
    package mutating func site(_ site: Site, _ routes: (inout Router) -> Void) {
        guard !site.isIssuer else {
            keepOpen(host: site.host)
            return routes(&self)
        }
        close(host: site.host)
        group(host: site.host, routes)
    }
}
