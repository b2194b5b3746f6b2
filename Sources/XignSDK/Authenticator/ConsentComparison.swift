internal import XignProtocol

// The user signs what the user saw: every field of a statement is compared with what the app was given to show, or with what
// the device knows itself. Strings are compared as bytes, since Swift's `==` is canonical equivalence.
//
// Not compared are those fields that are the manager's alone to judge and no business of the user: challenge, issuedAt,
// expiresAt, policyVersion.

extension XignSdkError {
    static var consentMismatch: XignSdkError {
        XignSdkError(
            .consentMismatch, "What the manager wants signed is not what the user saw. Nothing was signed. Report it.")
    }
}

extension ConsentStatement {
    /// Reads a statement that somebody wants signed.
    ///
    /// - Throws: `consentMismatch` for everything that is not exactly what the protocol says: it could not have been shown.
    init(consenting bytes: [UInt8]) throws(XignSdkError) {
        do throws(StatementError) { try self.init(parsing: bytes) } catch { throw .consentMismatch }
    }

    /// Whether the statement says what the user saw and chose.
    func matches(_ process: AuthenticationProcess, role: RoleDescription, choices: [String: AttributeChoice]) -> Bool {
        purpose == process.purpose && channel == process.channel
            && idmIdentifier.hasSameBytes(as: process.activation.idmIdentifier)
            && session == process.session && activation == process.activation.activationId
            && service.matches(id: process.service.id, name: process.service.name)
            && serviceOrigin.hasSameBytes(as: process.service.origin)
            && organization.matches(id: process.organization.id, name: process.organization.name)
            && self.role.matches(id: role.id, name: role.name) && alternatives == role.alternatives
            && matches(choices)
    }

    /// Whether exactly the chosen attributes are released, each from the chosen source.
    private func matches(_ choices: [String: AttributeChoice]) -> Bool {
        attributes.count == choices.count
            && attributes.allSatisfy { attribute in
                guard let choice = choices.first(where: { $0.key.hasSameBytes(as: attribute.name) })?.value else {
                    return false
                }
                return attribute.matches(choice)
            }
    }

    /// Whether `next` may be signed after a lockout without asking the user again: it differs in challenge and times alone.
    func isContinued(by next: ConsentStatement) -> Bool {
        var expected = self
        (expected.challenge, expected.issuedAt, expected.expiresAt) = (next.challenge, next.issuedAt, next.expiresAt)
        // By bytes: the values' `==` compares their strings as Unicode does.
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
