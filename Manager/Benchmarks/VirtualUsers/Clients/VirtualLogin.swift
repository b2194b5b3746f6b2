import XignCrypto
import XignProtocol

/// A login, from the website's authorization request to the user info: the parts of browser, device and website.
package struct VirtualLogin {
    private let target: LoginTarget
    private let device: VirtualDevice
    private let connections: ClientConnections

    private static let form = (name: "Content-Type", value: "application/x-www-form-urlencoded")

    package init(at target: LoginTarget, with device: VirtualDevice, over connections: ClientConnections) {
        self.target = target
        self.device = device
        self.connections = connections
    }

    /// Runs the login, one request after the other.
    /// - Throws: `BenchError` or the manager's refusal, if the login does not succeed.
    package func run() throws {
        let verifier = Base64URL.encode(SecureRandom.bytes(count: 32))
        let begun = try expect(
            303, try connections.exchange(.get(.authorize, target.authorizationPath(verifier: verifier))))
        guard let path = begun.location, let cookie = begun.cookie else { throw BenchError("no login page") }
        let browser = [(name: "Cookie", value: cookie)]
        let page = try expect(200, try connections.exchange(.get(.page, path, browser)))
        try connections.openEventStream(.get(.events, "\(path)/events", browser))
        try confirm(try ShownCode(on: page))
        try connections.waitForConfirmation()
        let headers = browser + [("Sec-Fetch-Site", "same-origin"), Self.form]
        let proceeded = try expect(303, try connections.exchange(.post(.proceed, "\(path)/continue", headers)))
        guard let code = proceeded.location.flatMap({ Array($0.utf8)[...].text(behind: "?code=", upTo: 0x26) }) else {
            throw BenchError("the browser was given no code")
        }
        try redeem(code, verifier: verifier)
    }

    /// Confirms the login on the device that has scanned `code`.
    private func confirm(_ code: ShownCode) throws {
        let started = try call(
            Start.self, at: .start,
            .init(
                activationId: device.activation, sessionId: code.session, claim: .qrCode(code.secret),
                client: VirtualDevice.client))
        guard let role = started.roles.first else { throw BenchError("no role") }
        let prepared = try call(
            Prepare.self, at: .prepare,
            .init(sessionId: code.session, sessionToken: started.sessionToken, roleId: role.id, attributes: [:]))
        guard let statement = prepared.statement else { throw BenchError("no statement") }
        let consent = Octets(try device.sign(statement.bytes).serialized)
        let finished = try call(
            Finish.self, at: .finish,
            .init(sessionId: code.session, sessionToken: started.sessionToken, consent: consent))
        guard finished.result != nil else { throw BenchError("the signatures were refused") }
    }

    /// Exchanges the code for tokens and fetches the user info, as the website.
    private func redeem(_ code: String, verifier: String) throws {
        let form = """
            grant_type=authorization_code&code=\(code)&redirect_uri=\(LoginTarget.escapedRedirectURI)\
            &code_verifier=\(verifier)
            """
        let headers = [("Authorization", target.credentials), Self.form]
        let tokens = try expect(
            200, try connections.exchange(.post(.token, "/openid/token", headers, body: Array(form.utf8))))
        guard let token = tokens.body[...].text(behind: "\"access_token\":\"", upTo: 0x22),
            tokens.body[...].position(of: "\"id_token\":\"") != nil
        else { throw BenchError("no tokens") }
        let user = try expect(
            200, try connections.exchange(.get(.userInfo, "/openid/user", [("Authorization", "Bearer \(token)")])))
        guard user.body[...].position(of: "\"sub\":\"") != nil else { throw BenchError("no subject") }
    }

    /// Calls an operation of the device API. The device proves its activation at `start` alone.
    private func call<Operation: DeviceOperation>(
        _ operation: Operation.Type, at step: Step, _ request: Operation.Request
    ) throws -> Operation.Response {
        let sealed = try device.seal(request, of: operation, isProven: step == .start, for: target)
        let path = "/api/device/v1/\(operation.name.rawValue)"
        let headers = [(name: "Content-Type", value: SealedRequest.contentType)]
        let answer = try expect(200, try connections.exchange(.post(step, path, headers, body: sealed.bytes)))
        switch try OperationAnswer<Operation.Response>(parsing: try sealed.open(answer: answer.body)) {
        case .response(let response): return response
        case .failure(let error): throw error
        }
    }

    private func expect(_ status: Int, _ response: ClientResponse) throws -> ClientResponse {
        guard response.status == status else {
            let text = String(decoding: response.body.prefix(300), as: UTF8.self)
            throw BenchError("status \(response.status) instead of \(status): \(text)")
        }
        return response
    }
}
