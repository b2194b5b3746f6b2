/// The settings of the origins at which App-Links lead (protocol, section 6).
package struct AppLinks: Sendable {
    /// True where the page of a link is an authenticator; otherwise it tells people to open the link with an app.
    package var hasAuthenticator = false
    /// The apps that may open the links in the browser's place.
    package var apps = LinkedApps()

    package init() {}
}
