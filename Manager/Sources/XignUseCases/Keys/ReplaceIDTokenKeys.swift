import XignDomain
import XignStorage

/// Replaces all keys of ID tokens at once, after one may have leaked. Neither the old ones nor those that were retired
/// verify anything from now on, and their private halves are destroyed.
package struct ReplaceIDTokenKeys: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter name: the operator's, for the audit log.
    /// - Returns: the new keys.
    @discardableResult
    package func callAsFunction(by name: String) throws -> [IDTokenPublicKey] {
        let now = context.clock.now()
        let algorithms = context.keys.idToken.algorithms(try context.providerFeatures())
        let drawn = try Context.drawPrivateKeys(for: algorithms)
        try context.database.write { transaction in
            try transaction.replaceIDTokenKeys(by: drawn, operatorName: name, at: now)
            try transaction.notify(Settings.topic, "")
        }
        try context.keys.reload()
        return context.publishedIDTokenKeys
    }
}
