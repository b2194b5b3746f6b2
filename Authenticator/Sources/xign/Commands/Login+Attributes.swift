import Terminal
import XignSDK

// The part of a login that concerns attributes.
extension Login {
    /// Ends the login before any question if a required attribute is unavailable.
    func refuseUnavailable(_ attributes: RequestedAttributes, _ request: AuthenticateRequest) throws {
        let unavailable = attributes.undecided.filter(\.isUnavailable)
        guard !unavailable.isEmpty else { return }
        confirmation.abort(request)
        let names = unavailable.map(\.known.label).joined(separator: ", ")
        guard unavailable.contains(where: \.needsVerifiedValue) else {
            throw Failure(
                .processOver,
                "your data at the manager (\(names)) changed in the meantime: \(words.process.again(confirmation.undertaking))"
            )
        }
        throw Failure(
            .refused,
            """
            \(request.serviceInformation.name) requires data that the manager does not have or has not verified: \
            \(names). Ask the operator of \(request.idmIdentifier) to enter and verify them, then start the login \
            again
            """)
    }

    /// Decides the open attributes, by options or by asking.
    /// - Returns: true if the person was asked.
    func decide(_ attributes: RequestedAttributes) throws -> Bool {
        guard answer == nil else {
            try attributes.requireDecisions()
            return false
        }
        return try AttributeQuestions(console: console).ask(attributes)
    }

    /// Reports the manager's objections, and reverts the decisions so that the person is asked again.
    func reopen(_ attributes: RequestedAttributes) throws {
        let wrong = attributes.all.filter { $0.error != nil }
        let lines = wrong.map { "\($0.known.label): \($0.error ?? "")" as Text }
        guard answer == nil else {
            throw Failure(.data, "the manager refuses attributes: \(lines.joined(separator: "; "))")
        }
        console.report("The manager refuses attributes. Nothing was sent to the website:")
        for line in lines { console.report("  \(line)") }
        for attribute in wrong { attribute.reopen() }
    }
}
