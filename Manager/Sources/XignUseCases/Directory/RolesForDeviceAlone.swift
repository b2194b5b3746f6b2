import XignDomain
import XignStorage

extension Context {
    /// Lists the roles of active services that accept the device alone, a sentence each: whoever holds the unlocked
    /// device logs in.
    package func rolesForDeviceAlone() throws -> [String] {
        try database.read { transaction in
            try transaction.services.all().filter(\.isActive).flatMap { service in
                try transaction.services.roles(of: service.id).filter { $0.alternatives.contains([.device]) }.map {
                    "role \($0.name) at service \(service.name): accepts the device alone, so whoever holds it logs in"
                }
            }
        }
    }
}
