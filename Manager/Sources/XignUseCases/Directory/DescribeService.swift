import XignStorage

/// Describes one service.
package struct DescribeService: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter includingSecret: true: the description holds the client secret of a confidential client.
    /// - Returns: nil for an unknown name.
    package func callAsFunction(_ name: String, includingSecret: Bool) throws -> ServiceRegistration? {
        try context.database.read { transaction in
            guard let service = try transaction.services.find(name: name) else { return nil }
            return try ServiceRegistration(of: service, includingSecret: includingSecret, context, transaction)
        }
    }
}
