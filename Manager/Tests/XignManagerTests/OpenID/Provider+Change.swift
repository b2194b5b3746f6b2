import XignDomain
import XignStorage

extension Provider {
    func change(_ service: ServiceID, _ change: @escaping @Sendable (inout Service) -> Void) throws {
        try write { transaction in
            guard var changed = try transaction.services.find(id: service) else { return }
            change(&changed)
            try transaction.services.save(changed)
        }
    }
}
