import XignStorage

/// Lists the services, without their secrets.
package struct ListServices: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: all services by name, active or not.
    package func callAsFunction() throws -> [ServiceRegistration] {
        try context.database.read { transaction in
            try transaction.services.all().map {
                try ServiceRegistration(of: $0, includingSecret: false, context, transaction)
            }
        }
    }
}
