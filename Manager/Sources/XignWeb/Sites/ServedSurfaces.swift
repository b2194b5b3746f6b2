import XignHTTP
import XignProtocol

/// The surfaces that are served, with the origin and the networks of each.
package struct ServedSurfaces: Sendable, ExpressibleByArrayLiteral {
    package var surfaces: Set<Surface>
    /// True where the pages are served on which people join. They have no sessions, unlike a `Surface`.
    package var hasJoin = false
    /// The origins of the surfaces that have one of their own. The others are at the issuer's.
    package var origins: [Surface: ManagerOrigin] = [:]
    /// The networks that reach a surface. One without an entry is reached from everywhere.
    package var networks: [Surface: [AddressRange]] = [:]

    package init(_ surfaces: Set<Surface>) { self.surfaces = surfaces }

    package init(arrayLiteral elements: Surface...) { surfaces = Set(elements) }

    /// Finds the site of the pages on which people join: that of the account pages.
    /// - Parameter sites: those of `sites(issuer:)`.
    package static func joinSite(among sites: [Site]) -> Site? {
        sites.first { $0.surfaces.contains(.account) } ?? sites.first
    }

    package var isEmpty: Bool { surfaces.isEmpty }

    package func contains(_ surface: Surface) -> Bool { surfaces.contains(surface) }

    /// The sites: the issuer's first.
    package func sites(issuer: ManagerOrigin) -> [Site] {
        let origins = origins.filter { surfaces.contains($0.key) }
        // From the last one to the first, since each knows those after it.
        var sites: [Site] = []
        for origin in Set(origins.values).sorted(by: { $0.description > $1.description }) {
            let own = Set(origins.filter { $0.value == origin }.keys)
            sites.insert(site(origin, own, isIssuer: false, following: sites), at: 0)
        }
        return [site(issuer, surfaces.subtracting(origins.keys), isIssuer: true, following: sites)] + sites
    }

    private func site(_ origin: ManagerOrigin, _ surfaces: Set<Surface>, isIssuer: Bool, following: [Site]) -> Site {
        Site(
            origin: origin, surfaces: surfaces, isIssuer: isIssuer,
            networks: networks.filter { surfaces.contains($0.key) }, following: following)
    }
}
