import XignCrypto
import XignProtocol

/// One login, from the website's request to what it learns of the user: what browser, device and website do for it.
struct VirtualLogin {
    let target: Target
    let device: VirtualDevice

    private static let form = (name: "Content-Type", value: "application/x-www-form-urlencoded")

    /// - Throws: `BenchError` where any answer is not the one of a login that succeeds.
    func run(over wire: some Wire) throws {
        let verifier = Base64URL.encode(SecureRandom.bytes(count: 32))
        let begun = try expect(303, try wire.exchange(.get(.authorize, target.authorizationPath(verifier: verifier))))
        guard let path = begun.location, let cookie = begun.cookie else { throw BenchError("no login page") }
        let browser = [(name: "Cookie", value: cookie)]
        let page = try expect(200, try wire.exchange(.get(.page, path, browser)))
        try wire.follow(.get(.events, "\(path)/events", browser))
        try confirm(try ShownCode(on: page), over: wire)
        try wire.waitForConfirmation()
        let proceeded = try expect(
            303,
            try wire.exchange(
                .post(.proceed, "\(path)/continue", browser + [("Sec-Fetch-Site", "same-origin"), Self.form])))
        guard let code = proceeded.location.flatMap({ Array($0.utf8)[...].text(behind: "?code=", upTo: 0x26) }) else {
            throw BenchError("the browser was given no code")
        }
        try redeem(code, verifier, over: wire)
    }

    /// What the device does with the code that it has scanned.
    private func confirm(_ code: ShownCode, over wire: some Wire) throws {
        let started = try call(
            Start.self,
            .init(
                activationId: device.activation, sessionId: code.session, claim: .qrCode(code.secret),
                client: VirtualDevice.client), .start, proven: true, over: wire)
        guard let role = started.roles.first else { throw BenchError("no role") }
        let prepared = try call(
            Prepare.self,
            .init(sessionId: code.session, sessionToken: started.sessionToken, roleId: role.id, attributes: [:]),
            .prepare, over: wire)
        guard let statement = prepared.statement else { throw BenchError("no statement") }
        let finished = try call(
            Finish.self,
            .init(
                sessionId: code.session, sessionToken: started.sessionToken,
                consent: Octets(try device.sign(statement.bytes).serialized)), .finish, over: wire)
        guard finished.result != nil else { throw BenchError("the signatures were refused") }
    }

    private func redeem(_ code: String, _ verifier: String, over wire: some Wire) throws {
        let form =
            "grant_type=authorization_code&code=\(code)&redirect_uri=\(Target.escapedRedirectURI)&code_verifier=\(verifier)"
        let tokens = try expect(
            200,
            try wire.exchange(
                .post(
                    .token, "/openid/token", [("Authorization", target.credentials), Self.form], Array(form.utf8))))
        guard let token = tokens.body[...].text(behind: "\"access_token\":\"", upTo: 0x22),
            tokens.body[...].position(of: "\"id_token\":\"") != nil
        else { throw BenchError("no tokens") }
        let user = try expect(
            200, try wire.exchange(.get(.userInfo, "/openid/user", [("Authorization", "Bearer \(token)")])))
        guard user.body[...].position(of: "\"sub\":\"") != nil else { throw BenchError("no subject") }
    }

    private func call<Operation: DeviceOperation>(
        _ operation: Operation.Type, _ request: Operation.Request, _ step: Step, proven: Bool = false,
        over wire: some Wire
    ) throws -> Operation.Response {
        let sealed = try device.seal(operation, request, proven: proven, for: target)
        let answer = try expect(
            200,
            try wire.exchange(
                .post(
                    step, "/api/device/v1/\(operation.name.rawValue)",
                    [("Content-Type", SealedRequest.contentType)], sealed.bytes)))
        switch try OperationAnswer<Operation.Response>(parsing: try sealed.open(answer: answer.body)) {
        case .response(let response): return response
        case .failure(let error): throw error
        }
    }

    private func expect(_ status: Int, _ answer: Answer) throws -> Answer {
        guard answer.status == status else {
            let text = String(decoding: answer.body.prefix(300), as: UTF8.self)
            throw BenchError("status \(answer.status) instead of \(status): \(text)")
        }
        return answer
    }
}
