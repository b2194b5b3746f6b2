import XignDomain
import XignStorage

extension Transaction {
    /// Lists the roles of active services that accept the device alone, a sentence each: whoever holds the unlocked
    /// device logs in.
    func rolesForDeviceAlone() throws -> [String] {
        try services.all().filter(\.isActive).flatMap { service in
            try services.roles(of: service.id).filter { $0.alternatives.contains([.device]) }.map {
                "role \($0.name) at service \(service.name): accepts the device alone, so whoever holds it logs in"
            }
        }
    }
}

extension Context {
    /// Lists the roles of active services that accept the device alone, a sentence each.
    package func rolesForDeviceAlone() throws -> [String] { try database.read { try $0.rolesForDeviceAlone() } }
}
