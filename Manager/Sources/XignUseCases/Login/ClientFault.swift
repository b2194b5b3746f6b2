/// The reason why a client has not proved who it is. It is for the operator's log: the client gets one answer for all.
package enum ClientFault: String, Error, Sendable {
    case unknownClient, inactive
    /// Neither a secret nor an assertion was sent.
    case noCredential
    case wrongSecret
    /// A secret of a client with keys, and an assertion of one without.
    case noSecret, noKeys
    /// A secret of a public client.
    case publicClient
    /// No key of the client has the `kid` of the assertion.
    case unknownKeyID
    /// The `alg` of the assertion is not that of a key that it may be signed by.
    case wrongAlgorithm
    case wrongSignature
    /// The assertion was used before, or the client was changed meanwhile.
    case usedAssertion
}
