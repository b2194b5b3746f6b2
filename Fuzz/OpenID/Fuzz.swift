// Feeds what websites send: redirect URIs, the parameters of the authorization endpoint, the claims among them, and the
// credentials of the token endpoint. The first byte says what the rest is. Whoever is answered is a registered one, and
// the answer's URI says to its reader exactly what we wrote into it.

import FoundationEssentials
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignHTTP

private func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

private func service(_ redirectURIs: [String], _ proofKey: Service.ProofKey, isConfidential: Bool) -> Service {
    Service(
        id: ServiceID("service"), organizationID: OrganizationID("organization"), name: "shop", displayName: "Shop",
        description: nil,
        redirectURIs: redirectURIs, signingAlgorithm: .es256, proofKey: proofKey,
        secretHash: isConfidential ? BearerHash(of: "secret") : nil, isActive: true, sessionSeconds: 300,
        policyVersion: 1)
}

// MARK: Redirect URIs

/// A URI, and after NUL the name and the value of a parameter.
private func checkRedirectURI(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).map(text)
    let uri = parts[0]
    guard let origin = RedirectURI.origin(of: uri) else {
        precondition(!RedirectURI.isAcceptable(uri))
        return
    }
    precondition(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && uri.utf8.count <= 2000)
    precondition(!uri.utf8.contains { "#*\\".utf8.contains($0) }, "a fragment or a wildcard")
    let rest = uri.utf8.dropFirst(origin.description.utf8.count)
    precondition(uri.utf8.starts(with: origin.description.utf8), "the origin is not the URI's")
    precondition(rest.isEmpty || rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "?"))
    precondition(RedirectURI.matches(uri, service([uri], .required, isConfidential: true)))
    precondition(!RedirectURI.matches(uri + "/", service([uri], .required, isConfidential: true)))
    checkAppending(
        [("code", parts.count > 1 ? parts[1] : "c"), (parts.count > 2 ? parts[2] : "state", "s")], uri, origin)
    let answer = AnswerParameters(state: parts.count > 1 ? parts[1] : nil, issuer: origin)
    checkAppending(answer.refusal(AuthorizationRefusal(.accessDenied, "the user has declined")), uri, origin)
    precondition(WebAddress(uri) != nil, "a redirect URI that no page could link to")
}

private func checkAppending(_ parameters: [(name: String, value: String)], _ uri: String, _ origin: ManagerOrigin) {
    let answered = RedirectURI.appending(parameters, to: uri)
    if answered.utf8.count <= 2000 { precondition(RedirectURI.origin(of: answered) == origin, "another receiver") }
    precondition(answered.utf8.starts(with: uri.utf8))
    guard let query = answered.utf8.firstIndex(of: UInt8(ascii: "?")) else { preconditionFailure("no query") }
    let sent = Array(answered.utf8[query...].dropFirst())
    // What the website itself has registered may be no form, and NUL is refused by our reader of forms.
    let expected = parameters.map { Parameters.Parameter($0.name, $0.value) }
    guard let read = try? Parameters(formEncoded: sent) else { return }
    precondition(read.list.suffix(parameters.count).elementsEqual(expected, by: hasSameBytes), "another answer")
}

private func hasSameBytes(_ a: Parameters.Parameter, _ b: Parameters.Parameter) -> Bool {
    a.name.hasSameBytes(as: b.name) && a.value.hasSameBytes(as: b.value)
}

// MARK: Parameters

private func checkAuthorization(_ bytes: [UInt8]) {
    guard let parameters = try? Parameters(formEncoded: bytes) else { return }
    let asked = AuthorizationParameters(parameters)
    let uri = "https://shop.example/cb?tenant=1"
    for (proofKey, isConfidential, takesRegistrations) in [
        (.required, true, true), (.optional, true, false), (.legacy, true, true), (.required, false, false),
    ] as [(Service.ProofKey, Bool, Bool)] {
        do throws(AuthorizationRefusal) {
            let (request, subject) = try asked.request(
                of: service([uri], proofKey, isConfidential: isConfidential), redirectURI: uri,
                takesRegistrations: takesRegistrations, hintedSubject: { $0.isEmpty ? nil : "of the hint" })
            check(request, parameters)
            precondition(takesRegistrations || !request.prompt.contains(.create), "nobody can register")
            checkRequirements(request.requirements, subject, parameters)
            precondition(
                request.requirements.codeChallenge != nil
                    || proofKey == .optional && request.requirements.nonce != nil || proofKey == .legacy,
                "nothing ties the code to the browser")
        } catch {
            // RFC 6749, section 4.1.2.1.
            let description = error.description ?? ""
            precondition(description.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
            guard let issuer = ManagerOrigin("https://login.example") else { preconditionFailure("an origin") }
            _ = RedirectURI.appending(AnswerParameters(state: asked.state, issuer: issuer).refusal(error), to: uri)
        }
    }
}

private func check(_ request: AuthorizationRequest, _ parameters: Parameters) {
    precondition(parameters.repeatedName == nil, "a parameter twice")
    for name in ["request", "request_uri", "registration"] {
        precondition(parameters.all(name).allSatisfy(\.isEmpty), "not supported, and yet accepted")
    }
    precondition(parameters.all("response_type") == ["code"])
    let requirements = request.requirements
    precondition(requirements.scope.contains("openid"))
    precondition(Set(requirements.scope).isSubset(of: LoginRequirements.supportedScopes))
    for (text, limit) in [
        (request.state, AuthorizationParameters.maximumStateBytes),
        (requirements.nonce, LoginRequirements.maximumNonceBytes),
    ] {
        guard let text else { continue }
        precondition(!text.isEmpty && text.utf8.count <= limit && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F })
    }
    precondition(requirements.claims == .none || parameters.all("claims").count == 1, "claims that nobody has sent")
    let locales = parameters.all("ui_locales").flatMap { $0.lowercased().split(separator: " ") }
    precondition(request.language.map { wish in locales.contains { $0.hasPrefix(wish.rawValue) } } ?? true)
    precondition((request.state ?? "").hasSameBytes(as: parameters.all("state").first ?? ""), "another state")
    if let challenge = requirements.codeChallenge {
        precondition(challenge.utf8.count == 43 && Base64URL.decode(challenge)?.count == 32)
        precondition(parameters.all("code_challenge_method") == ["S256"], "a challenge that protects nothing")
        precondition(!CodeChallenge.isMet(challenge, by: nil) && !CodeChallenge.isMet(challenge, by: challenge))
    }
}

private func checkRequirements(_ requirements: LoginRequirements, _ subject: String?, _ parameters: Parameters) {
    let hasHint = parameters.all("id_token_hint").contains { !$0.isEmpty }
    precondition(!hasHint || subject == "of the hint", "a hint that is ignored")
    precondition(subject == nil || hasHint || parameters.all("claims").count == 1, "a subject that nobody demanded")
    let demanded = parameters.all("acr_values").flatMap { $0.split(separator: " ").map(String.init) }
    let isDemand = demanded.contains { $0 == "phr" || $0 == "phrh" || $0.lowercased().contains("xign") }
    precondition(!isDemand || requirements.contextClasses?.allSatisfy { demanded.contains($0.rawValue) } == true)
    precondition(requirements.contextClasses?.isEmpty != true && requirements.accountID == nil)
}

/// Nobody but the manager makes ID tokens: whatever is read, no hint comes of it.
private func checkHint(_ bytes: [UInt8]) {
    guard let key = idTokenKey, let issuer = ManagerOrigin("https://login.example") else { return }
    precondition(IDTokenHint(verifying: text(bytes), issuer: issuer, keys: [key.publicKey]) == nil, "a forged ID token")
}

/// A JWT says the same to its reader in one way only: what was read can be put together again from its parts.
private func checkJWT(_ bytes: [UInt8]) {
    guard let token = CompactJWT(parsing: text(bytes)) else { return }
    precondition(bytes.count <= CompactJWT.limits.size, "a huge token")
    let again = "\(text(token.signingInput)).\(Base64URL.encode(token.signature))"
    precondition(again.utf8.elementsEqual(text(bytes).utf8), "another token")
    precondition(token.header.has("alg", token.algorithm) && token.header["crit"] == nil)
    guard let json = token.header["jwk"], let key = try? ClientKey(jsonWebKey: json) else { return }
    precondition(!key.isFor(token.algorithm) || ClientKey.algorithmNames.contains(token.algorithm), "another algorithm")
    precondition(Base64URL.decode(key.thumbprint)?.count == 32)
}

private let idTokenKey = try? IDTokenKey(
    algorithm: .es256, id: "key", privateKey: Array(P256.Signing.PrivateKey().rawRepresentation))

/// Compares accepted claims with those that Foundation finds, since no member occurs twice.
private func checkClaims(_ bytes: [UInt8]) {
    guard let parameter = try? ClaimsParameter(text(bytes)) else { return }
    let parsed = parameter.attributes
    precondition(parameter.subjects.count <= 2)
    precondition(bytes.count <= ClaimsParameter.limits.size)
    guard case .object(let places) = try? JSONDecoder().decode(AnyJSON.self, from: Data(text(bytes).utf8)) else {
        preconditionFailure("no JSON object")
    }
    func requested(_ place: String) -> Set<RequestedClaim> {
        guard case .object(let claims) = places[place] else { return [] }
        return Set(AttributeName.claims.filter { claims[$0] != nil }.compactMap { RequestedClaim(named: $0) })
    }
    precondition(parsed.idToken == requested("id_token") && parsed.userInfo == requested("userinfo"), "other claims")
}

/// A value as Foundation decodes it, as far as it is compared.
private enum AnyJSON: Decodable {
    case object([String: AnyJSON])
    case other

    init(from decoder: any Decoder) throws {
        self = (try? decoder.singleValueContainer().decode([String: AnyJSON].self)).map { .object($0) } ?? .other
    }
}

/// Values of Accept-Language, one in a line.
private func checkLanguages(_ bytes: [UInt8]) {
    let fields = bytes.split(separator: UInt8(ascii: "\n")).map(text)
    let language = Language(accepting: fields)
    precondition(language == Language(accepting: [fields.joined(separator: ",")]), "a list of fields is one field")
    guard let language else { return }
    // Bytes: a combining character and the hyphen before it are one `Character`.
    let subtags = fields.joined(separator: ",").lowercased().utf8.split { " \t,;-".utf8.contains($0) }
    precondition(subtags.contains { $0.elementsEqual(language.rawValue.utf8) }, "a language that nobody named")
}

/// The Authorization field, and after a line end the form.
private func checkClient(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let form = parts.count > 1 ? Array(parts[1]) : []
    var fields = [HeaderField("Content-Type", "application/x-www-form-urlencoded")]
    if !parts[0].isEmpty { fields.append(HeaderField("Authorization", text(parts[0]))) }
    guard let request = try? Request(.post, "/openid/token", headers: fields, body: form),
        let parameters = try? request.form()
    else { return }
    let authorization = try? request.authorization()
    do {
        _ = try ClientAuthentication(request, parameters)
        precondition(parameters.all("client_secret").count <= 1 && parameters.all("client_id").count <= 1)
        let hasSecret = parameters.all("client_secret").contains { !$0.isEmpty }
        precondition(parts[0].isEmpty || authorization?.basic != nil, "credentials of another scheme")
        // An empty secret is none.
        let hasBasicSecret = authorization?.basic.map { !$0.password.isEmpty } ?? false
        precondition(!hasBasicSecret || !hasSecret, "two ways at once")
        precondition(!parts[0].isEmpty || parameters.all("client_id").contains { !$0.isEmpty }, "nobody")
    } catch let error as OAuthError {
        precondition(error.response.status.code == (error.code == .invalidClient ? 401 : 400))
        precondition(!text(error.response.bytes).isEmpty)
    } catch { precondition(error is HTTPError) }
}

/// User and password in the form that RFC 6749, section 2.3.1, gives them.
private func checkBasic(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(text)
    let (user, password) = (parts[0], parts.count > 1 ? parts[1] : "")
    let sent = "\(RedirectURI.percentEncoded(user)):\(RedirectURI.percentEncoded(password))"
    let fields = [HeaderField("Authorization", "Basic \(base64(Array(sent.utf8)))")]
    guard let request = try? Request(.post, "/openid/token", headers: fields) else { preconditionFailure("the target") }
    let basic = (try? request.authorization())?.basic
    precondition(
        basic?.user == RedirectURI.percentEncoded(user) && basic?.password == RedirectURI.percentEncoded(password))
    let form = try? Parameters(formEncoded: Array("client_id=\(RedirectURI.percentEncoded(user))".utf8))
    guard let form else { return }
    // Without NUL, which no form may hold, the client is understood; with a NUL in the password it is refused.
    precondition((try? ClientAuthentication(request, form)) != nil || password.utf8.contains(0), "refused: \(bytes)")
}

private func base64(_ bytes: [UInt8]) -> String {
    let text = Base64URL.encode(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    return String(text) + String(repeating: "=", count: (4 - text.count % 4) % 4)
}

private func checkVerifier(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1).map(text)
    guard let challenge = parts.first else { return }
    let verifier = parts.count > 1 ? parts[1] : nil
    guard CodeChallenge.isMet(challenge, by: verifier) else { return }
    precondition(CodeChallenge.isValid(challenge) && (43...128).contains(verifier?.utf8.count ?? 0))
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    switch first {
    case UInt8(ascii: "r"): checkRedirectURI(rest)
    case UInt8(ascii: "a"): checkAuthorization(rest)
    case UInt8(ascii: "c"): checkClient(rest)
    case UInt8(ascii: "j"): checkClaims(rest)
    case UInt8(ascii: "h"): checkHint(rest)
    case UInt8(ascii: "t"): checkJWT(rest)
    case UInt8(ascii: "b"): checkBasic(rest)
    case UInt8(ascii: "l"): checkLanguages(rest)
    case UInt8(ascii: "v"): checkVerifier(rest)
    default: break
    }
    return 0
}
