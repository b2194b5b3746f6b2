import XignDomain
import XignHTTP
import XignProtocol

/// The cookies of shared logins: one for each organization whose websites share a login in this browser.
///
/// They are sent as those of remembered logins: see `RememberedLoginCookie`, which counts both.
struct SharedLoginCookie {
    static let base = NamedCookies("xign-shared-")

    private let organization: OrganizationID
    private let request: Request
    private let issuer: ManagerOrigin

    /// - Parameter request: of the browser.
    init(of organization: OrganizationID, in request: Request, of issuer: ManagerOrigin) {
        self.organization = organization
        self.request = request
        self.issuer = issuer
    }

    /// The value that the request shows; nil where there is none, or several.
    var value: String? { Self.base.cookie(for: organization.text, of: issuer).value(in: request) }

    // MARK: Logout

    /// Returns the values that the browser shows: of the organization of one service that takes part, or of all.
    static func values(at service: Service?, in request: Request, of issuer: ManagerOrigin) -> [String] {
        cookies(at: service, in: request, of: issuer).compactMap { $0.value(in: request) }
    }

    /// Makes the cookies that delete these.
    static func deletions(at service: Service?, in request: Request, of issuer: ManagerOrigin) throws -> [Cookie] {
        try cookies(at: service, in: request, of: issuer).map { try $0.deleted }
    }

    private static func cookies(at service: Service?, in request: Request, of issuer: ManagerOrigin) -> [OwnCookie] {
        let all = base.all(in: request, of: issuer)
        guard let service else { return Array(all.prefix(RememberedLoginCookie.maximumCount)) }
        guard service.client.sharesLogin else { return [] }
        let own = base.cookie(for: service.organizationID.text, of: issuer)
        return all.filter { $0 == own }
    }
}
