/// Log fields with the client id and the address that a website sent, for the operator who must find a wrong
/// registration.
///
/// All are shortened, and an address is logged without its query, which can contain secrets.
package struct SentByWebsite: Sendable, Equatable {
    private let clientID: String?
    private let redirectURI: String?
    private let postLogoutRedirectURI: String?

    /// - Parameters: as they were sent; nil for a parameter that was not sent.
    package init(clientID: String? = nil, redirectURI: String? = nil, postLogoutRedirectURI: String? = nil) {
        self.clientID = clientID.map { Self.shortened($0, to: 64) }
        self.redirectURI = redirectURI.map(Self.shortenedAddress)
        self.postLogoutRedirectURI = postLogoutRedirectURI.map(Self.shortenedAddress)
    }

    package var fields: [(name: String, value: String)] {
        [("client", clientID), ("redirectURI", redirectURI), ("postLogoutRedirectURI", postLogoutRedirectURI)]
            .compactMap { name, value in value.map { (name, $0) } }
    }

    /// Returns at most 200 bytes of an address, without its query.
    package static func shortenedAddress(_ uri: String) -> String { shortened(address(of: uri), to: 200) }

    /// The URI without query, fragment, user name and password.
    private static func address(of uri: String) -> String {
        let address = uri.prefix { $0 != "?" && $0 != "#" }
        guard let at = address.lastIndex(of: "@") else { return String(address) }
        let scheme = address.firstRange(of: "://").map { address[..<$0.upperBound] } ?? ""
        return "\(scheme)…\(address[at...])"
    }

    /// Truncates by bytes, since a character can have any number of them.
    private static func shortened(_ text: String, to count: Int) -> String {
        text.utf8.count <= count ? text : String(decoding: text.utf8.prefix(count), as: UTF8.self) + "…"
    }
}
