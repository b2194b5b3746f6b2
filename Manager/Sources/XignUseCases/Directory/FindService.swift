import XignDomain
import XignStorage

/// Finds a service by its client id.
package struct FindService: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: the service, active or not; nil for an unknown id.
    package func callAsFunction(_ id: ServiceID) throws -> DeclaredService? {
        try context.database.readStatement { try $0.declared.service(id) }
    }
}
