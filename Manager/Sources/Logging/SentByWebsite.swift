/// What a website sent that is not registered, as the log shows it to the operator who must find the mistake: shortened, and an
/// address without its query, in which secrets can be.
package struct SentByWebsite: Sendable, Equatable {
    private let clientID: String?
    private let redirectURI: String?

    /// Takes the parameters as they were sent; nil stands for one that was not.
    package init(clientID: String? = nil, redirectURI: String? = nil) {
        self.clientID = clientID.map { Self.shortened($0, to: 64) }
        self.redirectURI = redirectURI.map { Self.shortened(Self.address(of: $0), to: 200) }
    }

    package var fields: [(name: String, value: String)] {
        [("client", clientID), ("redirectURI", redirectURI)].compactMap { name, value in value.map { (name, $0) } }
    }

    /// Without query and fragment, and without a name and password before the host.
    private static func address(of uri: String) -> String {
        let address = uri.prefix { $0 != "?" && $0 != "#" }
        guard let at = address.lastIndex(of: "@") else { return String(address) }
        let scheme = address.firstRange(of: "://").map { address[..<$0.upperBound] } ?? ""
        return "\(scheme)…\(address[at...])"
    }

    /// In bytes: a single character can have any number of them.
    private static func shortened(_ text: String, to count: Int) -> String {
        text.utf8.count <= count ? text : String(decoding: text.utf8.prefix(count), as: UTF8.self) + "…"
    }
}
