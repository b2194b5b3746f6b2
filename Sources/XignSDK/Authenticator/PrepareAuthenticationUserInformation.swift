internal import XignCrypto
internal import XignProtocol

/// The outcome of a preparation.
///
/// Source: XignSys SDK documentation, "Confirmation of attributes".
public enum PrepareAuthenticationUserInformationResult: Sendable {
    /// Attributes must be corrected; each attribute's `error` says how. The value is the request that was submitted.
    case failure(AuthenticateRequest)
    /// The information is ready to be signed.
    case success(AuthenticationUserInformation)
}

extension Authenticator {
    /// Submits role, digits and attributes, and compares the statement to be signed with what the user saw.
    func prepare(_ request: AuthenticateRequest) -> Flow<PrepareAuthenticationUserInformationResult> {
        Flow("prepareAuthenticationUserInformation", device) { _ in
            let process = request.process
            guard let role = request.selectedRole, let description = process.roles.first(where: { $0.id == role.id })
            else {
                throw XignSdkError(.roleMissing, "Select one of the roles with setSelection(_:).")
            }
            guard !request.isPairingRequired || request.pairingDigits != nil else { throw XignSdkError.pairingMissing }
            let choices = request.info.all.compactMapValues { AttributeChoice($1, name: $0) }
            let answer = try await process.manager.perform(
                Prepare.self,
                Prepare.Request(
                    sessionId: process.session, sessionToken: process.token, roleId: role.id,
                    attributes: choices.mapValues(\.selection),
                    pairing: request.isPairingRequired ? request.pairingDigits : nil))
            if let errors = answer.errors {
                // The user could not correct an error of an unknown attribute.
                guard errors.keys.contains(where: { request.info.all[$0] != nil }) else {
                    throw XignSdkError.unreadableAnswer
                }
                for (name, attribute) in request.info.all { attribute.setError(.init(errors[name])) }
                return .failure(request)
            }
            guard let bytes = answer.statement?.bytes else { throw XignSdkError.unreadableAnswer }
            for attribute in request.info.all.values { attribute.setError(.none) }
            let statement = try ConsentStatement(toBeSigned: bytes)
            guard statement.matches(process, role: description, choices: choices) else {
                throw XignSdkError.consentMismatch
            }
            return .success(AuthenticationUserInformation(request, statement: statement, bytes: bytes))
        }
    }
}

extension XignSdkError {
    fileprivate static var pairingMissing: XignSdkError {
        XignSdkError(
            .pairingMissing,
            "The page in the browser shows two digits. Ask the user for them, pass them to setPairingDigits(_:), and repeat the call. Nothing was sent."
        )
    }
}

extension [String: any Attribute] {
    fileprivate func compactMapValues<T>(_ transform: (String, any Attribute) -> T?) -> [String: T] {
        var result: [String: T] = [:]
        for (name, attribute) in self { result[name] = transform(name, attribute) }
        return result
    }
}

/// The submitted choice for one attribute, which the statement must repeat.
struct AttributeChoice {
    let isRequired: Bool
    let decision: AttributeDecision
    /// The disclosure of a supplied value, with a salt of the device; nil for stored values.
    let disclosure: AttributeDisclosure?

    /// Returns nil for an attribute that is left out.
    init?(_ attribute: any Attribute, name: String) {
        isRequired = attribute.isRequired
        decision = attribute.decision
        switch decision {
        case .leftOut: return nil
        case .undecided, .confirmed, .alias: disclosure = nil
        case .supplied(let value):
            disclosure = AttributeDisclosure(salt: Array(SecureRandom.bytes(count: 16)), name: name, value: value)
        }
    }

    var selection: Prepare.Selection {
        switch decision {
        case .alias(let id, _): Prepare.Selection(aliasId: id)
        case .supplied: Prepare.Selection(disclosure: disclosure?.text)
        case .undecided, .confirmed, .leftOut: Prepare.Selection()
        }
    }
}

extension AuthenticationInformationErrorCode {
    fileprivate init(_ error: Prepare.AttributeError?) {
        switch error {
        case .invalid: self = .invalid
        case .notAvailable: self = .notAvailable
        case .dataMissing: self = .dataMissing
        case .noAliasSelected: self = .noAliasSelected
        case nil: self = .none
        }
    }
}
