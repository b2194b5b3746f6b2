/// The use of an ID token key at a moment, for the operator. Encoded, it has the names of `keys list --json`.
package struct IDTokenKeyUse: Encodable, Sendable, Equatable {
    package enum Use: String, Encodable, Sendable {
        /// Published, and signs later.
        case next
        case signs
        /// Verifies the tokens that websites send back.
        case retired
    }

    package let kid: String
    package let alg: String
    package let use: Use
    /// The begin of the use (ISO 8601).
    package let from: String
    package let until: String
    /// True if the key is in the JSON Web Key Set.
    package let isPublished: Bool
}
