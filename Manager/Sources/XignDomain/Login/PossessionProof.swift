/// A verified proof that the sender of a request has a private key (DPoP, RFC 9449).
public struct PossessionProof: Sendable, Equatable {
    /// The thumbprint of the public key (RFC 7638): 43 characters. Codes and tokens are bound to it.
    public let thumbprint: String
    /// The `jti`, which the transaction of the request uses up.
    public let identifier: OneTimeValue

    public init(thumbprint: String, identifier: OneTimeValue) {
        self.thumbprint = thumbprint
        self.identifier = identifier
    }
}
