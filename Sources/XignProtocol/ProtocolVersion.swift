/// The version of the protocol. There is only one, and no negotiation.
public enum ProtocolVersion {
    /// The member `v` of statements and key material.
    public static let current: Int64 = 1
}
