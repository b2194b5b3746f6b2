import XignDomain
import XignStorage

extension Transaction {
    /// Lists the active services whose ID tokens live for more than an hour and that are told of no logout, a sentence
    /// each: their websites go on with people who have logged out or lost their device.
    func longIDTokens() throws -> [String] {
        try services.all()
            .filter { $0.isActive && $0.idTokenMinutes > 60 && $0.client.backChannelLogoutURI == nil }.map {
                "service \($0.name): idTokenMinutes: nobody can take an ID token of \($0.idTokenMinutes) minutes back, and "
                    + "without backChannelLogoutUri its website learns of no end before. Declare one, or 60 minutes at "
                    + "most"
            }
    }
}

extension Context {
    /// Lists the active services with ID tokens of more than an hour that are told of no logout, a sentence each.
    package func longIDTokens() throws -> [String] { try database.read { try $0.longIDTokens() } }
}
