import Foundation

/// A transaction that the user has confirmed on this device.
///
/// The act is not done yet: the page that asked for it does it, within a minute. Say "Confirmed. Finish in the
/// browser."
///
/// Source: XignSys SDK documentation, 5.1.0 (names of types and properties); `docs/protocol.md`, section 9.
public struct TransactionResult: Sendable, Hashable {
    /// The page that asked.
    public let serviceInformation: ServiceInformation
    /// The operator of the manager.
    public let organizationInformation: OrganizationInformation
    /// The URL that returns the user to the browser, after a link on this device; nil after a scanned code. It is used
    /// like ``UserLoginResult/returnURL``, and is as secret.
    public let returnURL: URL?
}

/// The description leaves out the return URL, which contains a secret.
extension TransactionResult: CustomStringConvertible {
    public var description: String { "TransactionResult(\(serviceInformation.name))" }
}
