internal import XignProtocol

// The user signs only what the user saw (docs/protocol.md, section 5, "Signatures"). Every field of a statement is
// compared with the values that the app was given to show, or with the device's own state. Strings are compared as
// bytes, since Swift's `==` is canonical equivalence.
//
// Not compared: challenge, issuedAt, expiresAt, policyVersion. Only the manager uses them.

extension XignSdkError {
    static var consentMismatch: XignSdkError {
        XignSdkError(
            .consentMismatch,
            "The statement to be signed differs from what the user saw. Nothing was signed. Report it.")
    }
}

extension ConsentStatement {
    /// Parses a statement that the manager wants signed.
    ///
    /// - Throws: `consentMismatch` for any deviation from the protocol's form: the app could not have shown it.
    init(toBeSigned bytes: [UInt8]) throws(XignSdkError) {
        do throws(StatementError) { try self.init(parsing: bytes) } catch { throw .consentMismatch }
    }

    /// Returns true if the statement says exactly what the user saw and chose.
    func matches(_ process: AuthenticationProcess, role: RoleDescription, choices: [String: AttributeChoice]) -> Bool {
        subject == process.subject && channel == process.beginning.channel
            && idmIdentifier.hasSameBytes(as: process.activation.idmIdentifier)
            && session == process.session && activation == process.activation.activationId
            && service.matches(id: process.service.id, name: process.service.name)
            && serviceOrigin.hasSameBytes(as: process.service.origin)
            && organization.matches(id: process.organization.id, name: process.organization.name)
            && self.role.matches(id: role.id, name: role.name) && alternatives == role.alternatives
            && matches(choices)
    }

    /// Returns true if the statement releases exactly the chosen attributes, each from the chosen source.
    private func matches(_ choices: [String: AttributeChoice]) -> Bool {
        attributes.count == choices.count
            && attributes.allSatisfy { attribute in
                guard let choice = choices.first(where: { $0.key.hasSameBytes(as: attribute.name) })?.value else {
                    return false
                }
                return attribute.matches(choice)
            }
    }

    /// Returns true if `next` may be signed after a lockout without asking the user again: it differs only in challenge
    /// and times.
    func allowsRetry(with next: ConsentStatement) -> Bool {
        var expected = self
        (expected.challenge, expected.issuedAt, expected.expiresAt) = (next.challenge, next.issuedAt, next.expiresAt)
        // Compared as bytes: the values' `==` compares strings by canonical equivalence.
        return expected.serialized == next.serialized
    }
}

extension ConsentStatement.Party {
    fileprivate func matches(id: String, name: String) -> Bool {
        self.id.hasSameBytes(as: id) && self.name.hasSameBytes(as: name)
    }
}

extension ConsentStatement.Attribute {
    fileprivate func matches(_ choice: AttributeChoice) -> Bool {
        guard isRequired == choice.isRequired else { return false }
        switch choice.decision {
        case .leftOut, .undecided: return false
        case .confirmed: return source == .stored && aliasID == nil && aliasText == nil
        case .alias(let id, let text):
            guard let aliasID, let aliasText else { return false }
            return source == .stored && aliasID.hasSameBytes(as: id) && aliasText.hasSameBytes(as: text)
        case .supplied:
            return source == .supplied && aliasID == nil && aliasText == nil && digest == choice.disclosure?.digest
        }
    }
}
