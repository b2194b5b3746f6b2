import XignDomain
import XignStorage

extension Transaction {
    /// Lists the roles of active services that take browsers although a security check is required, a sentence each: a
    /// browser makes no check, so each is refused.
    func rolesForUncheckedBrowsers() throws -> [String] {
        let security = try settings.policy().security
        return try services.all()
            .filter { $0.isActive && security.combined(with: $0.security) != .none }.flatMap { service in
                try services.roles(of: service.id)
                    .filter { $0.platforms?.contains(.web) ?? false }.map {
                        "role \($0.name) at service \(service.name): takes browsers, which make no security check, "
                            + "so the required one refuses them all"
                    }
            }
    }
}

extension Context {
    /// Lists the roles of active services that take browsers although a security check is required, a sentence each.
    package func rolesForUncheckedBrowsers() throws -> [String] {
        try database.read { try $0.rolesForUncheckedBrowsers() }
    }
}
