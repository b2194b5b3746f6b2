/// A notice that something about the account has changed, for the devices that did not do it (protocol.md, section 7).
public struct Notice: Codable, Sendable, Equatable {
    /// The number of the notice at its account. Later notices have larger numbers.
    public var number: Int64
    /// The time of the change in Unix seconds.
    public var at: Int64
    /// The kind of change. A device shows a kind that it does not know as a change of the account.
    public var kind: String
    /// The alias of the device that the change concerns.
    public var device: String?

    public init(number: Int64, at: Int64, kind: String, device: String?) {
        self.number = number
        self.at = at
        self.kind = kind
        self.device = device
    }
}
