import Terminal
import XignSDK

// What a login says about attributes.
extension Login {
    /// What no answer can bring about ends the login before anything is asked.
    func refuseUnavailable(_ attributes: RequestedAttributes, _ request: AuthenticateRequest) throws {
        let unavailable = attributes.undecided.filter(\.isUnavailable)
        guard !unavailable.isEmpty else { return }
        abort(request)
        let names = unavailable.map(\.known.label).joined(separator: ", ")
        guard unavailable.contains(where: \.needsVerifiedValue) else {
            throw Failure(
                .processOver,
                "what the manager knows of you (\(names)) changed meanwhile: begin the login anew on the website")
        }
        throw Failure(
            .refused,
            """
            \(request.serviceInformation.name) requires what the manager does not have, or has not verified: \(names). Ask the operator \
            of \(request.idmIdentifier) to enter and verify it, then begin the login anew
            """)
    }

    /// - Returns: whether a person was asked.
    func decide(_ attributes: RequestedAttributes) throws -> Bool {
        guard answer == nil else {
            try attributes.requireDecisions()
            return false
        }
        return try AttributeQuestions(console: console).ask(attributes)
    }

    /// Says what the manager found wrong. A person decides it anew.
    func reopen(_ attributes: RequestedAttributes) throws {
        let wrong = attributes.all.filter { $0.error != nil }
        let lines = wrong.map { "\($0.known.label): \($0.error ?? "")" as Text }
        guard answer == nil else {
            throw Failure(.data, "the manager refuses what was said about attributes: \(lines.joined(separator: "; "))")
        }
        console.report("The manager has sent nothing on:")
        for line in lines { console.report("  \(line)") }
        for attribute in wrong { attribute.reopen() }
    }
}
