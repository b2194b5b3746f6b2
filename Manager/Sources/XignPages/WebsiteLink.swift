/// The way back to the website that a login was for.
package struct WebsiteLink: Sendable, Equatable {
    /// An address that an operator has registered.
    let address: String
    /// The address's host, in ASCII: a name in other letters could imitate another host.
    let host: String

    package init(address: String, host: String) {
        self.address = address
        self.host = host
    }
}
