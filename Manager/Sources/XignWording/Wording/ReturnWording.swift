/// The page through which an app sends the browser back.
package protocol ReturnWording: Sendable {
    /// The title and the heading.
    var title: String { get }
    var progress: String { get }
    /// The advice to browsers without scripts.
    var needsScripts: String { get }
    /// The advice where the address has no return secret.
    var nothingToFinish: String { get }
}
