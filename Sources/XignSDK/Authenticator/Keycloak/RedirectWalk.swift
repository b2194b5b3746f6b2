import Foundation
internal import XignProtocol

/// A sequence of requests along redirects, from one origin to the next (docs/protocol.md, section 8, "By a Keycloak").
///
/// It goes to the allowed origins alone, and ends at the redirect to the app's own redirect URL, which is never
/// requested. If a request has no answer, `run` can be called again, and repeats that request.
struct RedirectWalk: Sendable {
    /// The end of a walk.
    enum Arrival {
        /// The parameters of a redirect to the redirect URL.
        case redirectURL(FormParameters)
        /// An answer that is no redirect.
        case answer(TransportResponse, from: WebAddress)
    }

    /// The number of redirects that are followed.
    static let maximumRedirects = 10

    let keycloak: KeycloakAddresses
    let managers: [KeyMaterial]
    /// The `state` of the request to the Keycloak, which no address but the redirect URL gets together with a code.
    let state: SecretOctets
    var jar: CookieJar
    private var next: Request
    private var redirects = 0

    /// A request of the walk.
    struct Request {
        var method = "GET"
        let address: WebAddress
        var headers: [(name: String, value: String)] = []
        var body: Data?
    }

    init(_ keycloak: KeycloakAddresses, managers: [KeyMaterial], state: SecretOctets, jar: CookieJar, first: Request) {
        self.keycloak = keycloak
        self.managers = managers
        self.state = state
        self.jar = jar
        next = first
    }

    /// Sends the requests up to the arrival.
    ///
    /// - Parameter acceptsAnswer: true to ask a manager for initialization data in place of its login page.
    mutating func run(on device: Device, acceptsAnswer: Bool) async throws -> Arrival {
        while true {
            let answer = try await device.exchange(request(acceptsAnswer: acceptsAnswer), with: peer)
            jar.store(answer.headers["set-cookie"], from: next.address, at: device.now())
            guard [301, 302, 303, 307, 308].contains(answer.status), let target = answer.headers["location"] else {
                return .answer(answer, from: next.address)
            }
            // The others would send the form, with its secret, to another address (RFC 9110, section 15.4).
            guard next.method == "GET" || [302, 303].contains(answer.status) else {
                throw WrongTurn.repeatedForm(status: answer.status)
            }
            let location = next.address.resolving(target)
            if let parameters = try arrival(location) { return .redirectURL(parameters) }
            redirects += 1
            guard redirects <= Self.maximumRedirects else { throw WrongTurn.tooManyRedirects }
            next = Request(address: try allowed(location))
        }
    }

    private func manager(at origin: ManagerOrigin) -> KeyMaterial? { managers.first { $0.url == origin } }

    private var peer: String { next.address.origin == keycloak.origin ? "Keycloak" : "manager" }

    private func request(acceptsAnswer: Bool) -> TransportRequest {
        let isManager = manager(at: next.address.origin) != nil
        var headers = next.headers
        headers.append(("Accept", isManager && acceptsAnswer ? InAppAnswer.mediaType : "text/html"))
        if let cookies = jar.field(for: next.address) { headers.append(("Cookie", cookies)) }
        return TransportRequest(
            method: next.method, url: next.address.url, headers: headers, body: next.body,
            timeout: KeycloakAddresses.timeout)
    }

    /// Returns the parameters of a location that is the redirect URL: the same text up to the query, byte for byte.
    private func arrival(_ location: String) throws -> FormParameters? {
        let end = location.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? location.endIndex
        guard String(location[..<end]).hasSameBytes(as: keycloak.redirectURL) else { return nil }
        let query = location[end...].prefix { $0 != "#" }.dropFirst()
        guard let parameters = FormParameters(parsing: String(query)) else { throw WrongTurn.unreadableAnswer }
        return parameters
    }

    /// Returns the address of a location that may be requested.
    private func allowed(_ location: String) throws -> WebAddress {
        let address: WebAddress
        do throws(WebAddress.Flaw) { address = try WebAddress(location) } catch {
            throw error == .plainHTTP
                ? WrongTurn.plainHTTP(WrongTurn.origin(of: location))
                : WrongTurn.foreignHost(WrongTurn.origin(of: location))
        }
        guard address.origin == keycloak.origin || manager(at: address.origin) != nil else {
            throw WrongTurn.foreignHost(address.origin.description)
        }
        guard let query = address.query else { return address }
        guard let parameters = FormParameters(parsing: query) else { throw WrongTurn.unreadableAnswer }
        // The answer for the app, at an address that is nearly the redirect URL.
        let states = parameters.all("state")
        if !parameters.all("code").isEmpty, states.contains(where: { $0.hasSameBytes(as: state.base64URL) }) {
            throw WrongTurn.otherRedirectURL(WrongTurn.origin(of: location))
        }
        if manager(at: next.address.origin) != nil, address.origin == keycloak.origin,
            let refusal = OAuthError(parameters)
        {
            throw WrongTurn.managerRefused(refusal)
        }
        return address
    }
}

extension SecretOctets {
    var base64URL: String { Base64URL.encode(bytes) }
}
