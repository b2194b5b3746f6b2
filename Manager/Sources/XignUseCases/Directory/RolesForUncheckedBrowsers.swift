import XignDomain
import XignStorage

extension Context {
    /// Lists the roles of active services that take browsers although a security check is required, a sentence each: a
    /// browser makes no check, so each is refused.
    package func rolesForUncheckedBrowsers() throws -> [String] {
        try database.read { transaction in
            let security = try transaction.settings.policy().security
            return try transaction.services.all()
                .filter { $0.isActive && security.combined(with: $0.security) != .none }.flatMap { service in
                    try transaction.services.roles(of: service.id)
                        .filter { $0.platforms?.contains(.web) ?? false }.map {
                            "role \($0.name) at service \(service.name): takes browsers, which make no security check, "
                                + "so the required one refuses them all"
                        }
                }
        }
    }
}
