import Terminal
import XignSDK

// The part of a login that concerns attributes.
extension Login {
    /// Ends the login before any question if a required attribute is unavailable.
    func refuseUnavailable(_ attributes: RequestedAttributes, _ request: AuthenticateRequest) throws {
        guard attributes.isHopeless else { return }
        confirmation.abort { request }
        let additions = attributes.undecidedAdditions.filter(\.isUnavailable).map(\.name)
        guard additions.isEmpty else {
            let (service, organization) = (request.serviceInformation.name, request.organizationInformation.name)
            throw CommandFailure(.refused) {
                $0.attributes.nothingStored(additions, for: service, askedOf: organization)
            }
        }
        let unavailable = attributes.undecided.filter(\.isUnavailable)
        let (names, undertaking) = (unavailable.map(\.name), confirmation.undertaking)
        guard unavailable.contains(where: \.needsVerifiedValue) else {
            throw CommandFailure(.processOver) {
                $0.attributes.changed(names, again: $0.process.again(undertaking))
            }
        }
        let (service, manager) = (request.serviceInformation.name, request.idmIdentifier)
        throw CommandFailure(.refused) { $0.attributes.unavailable(names, for: service, at: manager) }
    }

    /// Decides the open attributes, by options or by asking.
    /// - Returns: true if the person was asked.
    func decide(_ attributes: RequestedAttributes) throws -> Bool {
        guard answer == nil else {
            try attributes.requireDecisions()
            return false
        }
        return try AttributeQuestions(console: console, words: words).ask(attributes)
    }

    /// Reports the manager's objections, and reverts the decisions so that the person is asked again.
    func reopen(_ attributes: RequestedAttributes) throws {
        let wrong = attributes.all.filter { $0.objection != nil }
        let wrongAdditions = attributes.additions.filter { $0.objection != nil }
        let objections =
            wrong.map { (words.attributes.label($0.name), $0.objection) }
            + wrongAdditions.map { ($0.name, $0.objection) }
        let lines = objections.compactMap { name, objection in
            objection.map { "\(name): \(words.attributes.objection($0))" as Text }
        }
        guard answer == nil else { throw CommandFailure(.data) { $0.attributes.refused(lines) } }
        console.report(words.attributes.objections)
        for line in lines { console.report("  \(line)") }
        for attribute in wrong { attribute.reopen() }
        for addition in wrongAdditions { addition.reopen() }
    }
}
