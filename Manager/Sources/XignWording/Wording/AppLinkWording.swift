/// The page of a link that a browser opened instead of the app.
package protocol AppLinkWording: Sendable {
    var title: String { get }
    var heading: String { get }
    /// A sentence or two on what happened, and what did not.
    var explanation: String { get }
    var steps: [String] { get }
    /// A warning of links that somebody else sent.
    var warning: String { get }
}
