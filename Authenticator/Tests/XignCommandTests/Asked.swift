import Foundation
import Terminal
import Testing
import XignProtocol

@testable import XignSDK
@testable import xign

/// The attributes of a request, as the SDK provides them.
struct Asked {
    let info: AuthenticationPersonalInformation
    let attributes: RequestedAttributes

    init(_ requested: [String: AttributeDescription]) throws {
        info = AuthenticationPersonalInformation(
            try #require(ShownAttributes(requested, of: .login, showsAdditions: true)))
        attributes = RequestedAttributes(info)
    }

    /// Answers the questions until everything is decided.
    /// - Returns: true if there was a question, and the reported errors.
    func answer(_ answers: String...) throws -> (wasAsked: Bool, errors: String) {
        let errors = Lines()
        let console = Console(errors: Output { errors.append($0) }, keyboard: .answering(answers))
        let wasAsked = try AttributeQuestions(console: console, words: English()).ask(attributes)
        return (wasAsked, errors.text)
    }

    func decision(_ name: String) throws -> RequestedAttribute.Decision? {
        attributes[try PersonalAttribute.Name(named: name)]?.decision
    }

    func addition(_ name: String) throws -> RequestedAddition { try #require(attributes.addition(named: name)) }

    func lines(isAsked: Bool = true) -> [String] {
        attributes.lines(isAsked: isAsked, idmIdentifier: "login.example.org", EnglishAttributes()).map {
            $0.rendered(inColour: false).split(separator: " ").joined(separator: " ")
        }
    }
}

extension AttributeDescription {
    static func missing(required: Bool = true, verified: Bool = false) -> Self {
        Self(isRequired: required, isMissing: true, mustBeVerified: verified, aliases: [])
    }

    /// A permission as of a shared login.
    static var stayLoggedIn: Self { .permission(Alias(id: "stay", text: "for 10 hours", isPrimary: true)) }

    /// The values of an addition. The last one is the primary one.
    static func addition(_ aliases: String..., required: Bool = true) -> Self {
        .value(
            isRequired: required,
            aliases: aliases.map { Alias(id: "id of \($0)", text: $0, isPrimary: $0 == aliases.last) })
    }

    /// The last one is the primary one.
    static func stored(_ aliases: String..., required: Bool = true) -> Self {
        Self(
            isRequired: required, isMissing: false,
            aliases: aliases.map { Alias(id: "id of \($0)", text: $0, isPrimary: $0 == aliases.last) })
    }
}
