import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// Checks the parameters of a website's authorization request (OpenID Connect Core, section 3.1.2.2), once the address
/// for the answer is known.
///
/// Parameters that only express a wish, such as `login_hint`, are ignored; only `ui_locales` is heard. `acr_values` is
/// a demand, as RFC 9470 (section 5) recommends, where one of its values has a meaning here.
package struct AuthorizationParameters {
    /// The size of a `state` that is stored while a login waits, in bytes of UTF-8. Some clients keep their own state
    /// in it.
    package static let maximumStateBytes = 4096
    private static let echoedStateBytes = 8192

    private let parameters: Parameters
    /// The claims of a request object (section 6). Such a request is refused, and the object says how the refusal goes
    /// back. Anybody can have written it, like the parameters beside it. Nil where there is none, or it is unreadable.
    private let object: CompactJWT.Members?

    package init(_ parameters: Parameters) {
        self.parameters = parameters
        let objects = parameters.all("request")
        object = objects.count == 1 ? CompactJWT(parsing: objects[0])?.claims : nil
    }

    /// The value, or nil where it is missing, repeated or empty (RFC 6749, section 3.1).
    private subscript(name: String) -> String? {
        let values = parameters.all(name)
        return values.count == 1 && !values[0].isEmpty ? values[0] : nil
    }

    package var clientID: String? { self["client_id"] }
    package var redirectURI: String? { self["redirect_uri"] }
    /// The address of a pushed request (RFC 9126, section 4). All other parameters beside it are ignored, except
    /// `client_id`.
    package var requestURI: String? { self["request_uri"] }

    /// The value that every answer returns unchanged, even one that refuses it (RFC 6749, section 4.1.2.1). Nil where
    /// it is longer than a request line can be, as a form's can be: no reverse proxy would pass the answer on.
    package var state: String? {
        ofAnswer("state").flatMap { $0.utf8.count <= Self.echoedStateBytes ? $0 : nil }
    }

    /// A parameter that says how the answer goes back. That of a request object counts before the other (section 6.1).
    private func ofAnswer(_ name: String) -> String? {
        guard let text = object?.text(name), !text.isEmpty else { return self[name] }
        return text
    }

    /// Returns the way of the answer, also of one that refuses the request: the website waits for a form. No browser
    /// posts a form to a private-use scheme.
    package func responseMode(to redirectURI: String) -> ResponseMode {
        guard RedirectURI.origin(of: redirectURI) != nil else { return .query }
        return ofAnswer("response_mode").flatMap(ResponseMode.init) ?? .query
    }

    /// - Parameters:
    ///   - redirectURI: registered for the service.
    ///   - takesRegistrations: true if people can register on the way to the service.
    ///   - hintedSubject: verifies an `id_token_hint`, and returns the subject; nil for an invalid one.
    /// - Returns: the request, whose requirements lack the account, and the subject that is demanded.
    package func request(
        of service: Service, redirectURI: String, takesRegistrations: Bool, hintedSubject: (String) -> String?
    ) throws(AuthorizationRefusal) -> (request: AuthorizationRequest, subject: String?) {
        if let name = parameters.repeatedName {
            throw AuthorizationRefusal(.invalidRequest, "\(printable(name)) is there twice")
        }
        try refuseUnsupportedParameters(redirectURI: redirectURI)
        let prompt = try checkedPrompt(takesRegistrations: takesRegistrations)
        // Nobody is asked for the consent that a lasting access needs: the scope is ignored (section 11).
        var scope = try checkedScope(of: service).filter {
            $0 != LoginRequirements.offlineScope || !prompt.contains(.none)
        }
        try checkPlain("state", maximumBytes: Self.maximumStateBytes)
        try checkPlain("nonce", maximumBytes: LoginRequirements.maximumNonceBytes)
        let challenge = try checkedChallenge(of: service)
        let thumbprint = try checkedThumbprint()
        let claims = try checkedClaims(of: service)
        if claims?.asksForRole ?? false, !scope.contains(LoginRequirements.rolesScope) {
            scope.append(LoginRequirements.rolesScope)
        }
        let requirements = LoginRequirements(
            scope: scope, nonce: self["nonce"], codeChallenge: challenge, dpopThumbprint: thumbprint,
            claims: claims?.attributes ?? .none, contextClasses: try checkedContextClasses(claims))
        let request = AuthorizationRequest(
            redirectURI: redirectURI, state: state, responseMode: responseMode(to: redirectURI),
            language: self["ui_locales"].flatMap { Language(preferredAmong: $0) }, requirements: requirements,
            prompt: prompt, maxAge: try checkedMaxAge())
        return (request, try checkedSubject(claims, hintedSubject))
    }

    /// Refuses parameters by reference, among others: this server would fetch addresses that strangers choose.
    private func refuseUnsupportedParameters(redirectURI: String) throws(AuthorizationRefusal) {
        if self["request"] != nil { throw AuthorizationRefusal(.requestNotSupported, "request is not supported") }
        if self["request_uri"] != nil {
            throw AuthorizationRefusal(.requestURINotSupported, "request_uri is not supported")
        }
        if self["registration"] != nil {
            throw AuthorizationRefusal(.registrationNotSupported, "registration is not supported")
        }
        guard let responseType = self["response_type"] else {
            throw AuthorizationRefusal(.invalidRequest, "response_type is missing")
        }
        guard responseType == "code" else {
            throw AuthorizationRefusal(.unsupportedResponseType, "response_type must be code")
        }
        guard self["response_mode"] ?? "query" == responseMode(to: redirectURI).rawValue else {
            throw AuthorizationRefusal(
                .invalidRequest, "response_mode must be query, or form_post to an https or loopback address")
        }
    }

    private func checkedScope(of service: Service) throws(AuthorizationRefusal) -> [String] {
        guard let scope = LoginRequirements.scope(naming: self["scope"] ?? "", of: service) else {
            throw AuthorizationRefusal(.invalidScope, "scope must contain openid")
        }
        return scope
    }

    /// `none` and `create` stand alone. Where nobody can register, `create` is an unknown value.
    private func checkedPrompt(
        takesRegistrations: Bool
    ) throws(AuthorizationRefusal) -> Set<AuthorizationRequest.Prompt> {
        let names = (self["prompt"] ?? "").split(separator: " ").map(String.init)
        let prompts = names.compactMap(AuthorizationRequest.Prompt.init(rawValue:))
        guard prompts.count == names.count, prompts.count == 1 || prompts.allSatisfy(\.isCombinable),
            takesRegistrations || !prompts.contains(.create)
        else {
            throw AuthorizationRefusal(.invalidRequest, "prompt has a value that is not supported")
        }
        return Set(prompts)
    }

    /// A longer time than `longestMaxAge` is no other demand.
    private func checkedMaxAge() throws(AuthorizationRefusal) -> Int64? {
        guard let text = self["max_age"] else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw AuthorizationRefusal(.invalidRequest, "max_age must be a number of seconds")
        }
        return min(Int64(text) ?? Self.longestMaxAge, Self.longestMaxAge)
    }

    private static let longestMaxAge: Int64 = 1_000_000_000

    private func checkedClaims(of service: Service) throws(AuthorizationRefusal) -> ClaimsParameter? {
        guard let claims = self["claims"] else { return nil }
        return try ClaimsParameter(claims, additional: service.additionalValues)
    }

    private func checkedSubject(
        _ claims: ClaimsParameter?, _ hintedSubject: (String) -> String?
    ) throws(AuthorizationRefusal) -> String? {
        var subjects = claims?.subjects ?? []
        if let hint = self["id_token_hint"] {
            guard let subject = hintedSubject(hint) else {
                throw AuthorizationRefusal(
                    .invalidRequest, "id_token_hint is not an ID token from here for this client")
            }
            subjects.append(subject)
        }
        guard subjects.allSatisfy({ $0.hasSameBytes(as: subjects[0]) }) else {
            throw AuthorizationRefusal(.loginRequired, "several people are demanded at once")
        }
        return subjects.first
    }

    private func checkedContextClasses(
        _ claims: ClaimsParameter?
    ) throws(AuthorizationRefusal) -> Set<AuthenticationMethods.ContextClass>? {
        let demands = [claims?.contextClasses, demandedValues].compactMap { $0 }
        guard !demands.isEmpty else { return nil }
        let classes = AuthenticationMethods.ContextClass.allCases.filter { known in
            demands.allSatisfy { $0.contains { $0.hasSameBytes(as: known.rawValue) } }
        }
        guard !classes.isEmpty else { throw AuthorizationRefusal.noContextClass }
        return Set(classes)
    }

    /// The `acr_values` of a website that relies on one of them. Values of other providers alone are a wish (OpenID
    /// Connect Core, section 3.1.2.1): many clients send them unasked.
    private var demandedValues: [String]? {
        guard let values = self["acr_values"]?.split(separator: " ").map(String.init),
            values.contains(where: Self.isDemand)
        else { return nil }
        return values
    }

    /// `phr` and `phrh` are the classes of OpenID Connect Extended Authentication Profile (section 2), which no login
    /// has here. A value with "xign" is meant for this manager, however it is misspelt, such as encoded twice or in
    /// quotes: a demand that cannot be read must not count as none.
    private static func isDemand(_ value: String) -> Bool {
        value == "phr" || value == "phrh" || value.lowercased().contains("xign")
    }

    private func checkedChallenge(of service: Service) throws(AuthorizationRefusal) -> String? {
        guard let challenge = self["code_challenge"] else {
            try checkMissingChallenge(service)
            return nil
        }
        // Without a method, plain is meant (RFC 7636, section 4.3), which protects nothing.
        guard self["code_challenge_method"] == CodeChallenge.method else {
            throw AuthorizationRefusal(.invalidRequest, "code_challenge_method must be S256")
        }
        guard CodeChallenge.isValid(challenge) else {
            throw AuthorizationRefusal(.invalidRequest, "code_challenge must be the base64url of 32 bytes")
        }
        return challenge
    }

    /// The key to which the code is bound (RFC 9449, section 10).
    private func checkedThumbprint() throws(AuthorizationRefusal) -> String? {
        guard let thumbprint = self["dpop_jkt"] else { return nil }
        guard Base64URL.decode(thumbprint)?.count == 32 else {
            throw AuthorizationRefusal(.invalidRequest, "dpop_jkt must be the base64url of 32 bytes")
        }
        return thumbprint
    }

    private func checkMissingChallenge(_ service: Service) throws(AuthorizationRefusal) {
        let announcesChallenge = self["code_challenge_method"] != nil
        switch announcesChallenge ? .challenge : service.missingProof(challenge: nil, nonce: self["nonce"]) {
        case .challenge: throw AuthorizationRefusal(.invalidRequest, "code_challenge is missing (RFC 7636)")
        case .challengeAndNonce:
            throw AuthorizationRefusal(.invalidRequest, "both code_challenge (RFC 7636) and nonce are missing")
        case nil: break
        }
    }

    private func checkPlain(_ name: String, maximumBytes: Int) throws(AuthorizationRefusal) {
        guard let text = self[name] else { return }
        guard text.utf8.count <= maximumBytes else {
            throw AuthorizationRefusal(.invalidRequest, "\(name) is longer than \(maximumBytes) bytes")
        }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw AuthorizationRefusal(.invalidRequest, "\(name) has control characters")
        }
    }

    /// Returns a name that may stand in an `error_description`, which allows ASCII alone (RFC 6749, section 4.1.2.1).
    private func printable(_ name: String) -> String {
        let isName = name.utf8.count <= 40 && name.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) }
        return isName ? name : "a parameter"
    }
}
