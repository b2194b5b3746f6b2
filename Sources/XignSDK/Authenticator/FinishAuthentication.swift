import Foundation
internal import XignProtocol

extension Authenticator {
    /// Submits the signed statement.
    ///
    /// If no answer arrives, the signers stay in memory and the same statement can be submitted again. The manager then
    /// repeats its answer and counts nothing twice.
    func finish(_ userInfo: AuthenticationUserInformation) -> Flow<AuthenticationResult> {
        Flow {
            let process = userInfo.request.process
            let signed = try userInfo.signedStatement()
            let answer = try await process.manager.perform(
                Finish.self,
                Finish.Request(
                    sessionId: process.session, sessionToken: process.token, consent: Octets(signed.serialized)))
            userInfo.finish()
            if let result = answer.result { return try process.result(of: result, userInfo) }
            guard let refusal = answer.refusal else { throw XignSdkError.unreadableAnswer }
            return try process.lockout(refusal, userInfo)
        }
    }
}

extension AuthenticationProcess {
    /// Converts a success to the app's result. Names come from the descriptions that the user saw, not from the answer.
    fileprivate func result(
        of result: Finish.Result, _ userInfo: AuthenticationUserInformation
    ) throws -> AuthenticationResult {
        let login = LoginInformation(
            relyingPartyName: service.name, relyingPartyUrl: userInfo.request.serviceInformation.url,
            roleName: userInfo.statement.role.name, organizationInformation: userInfo.request.organizationInformation,
            failedAttemptsSinceLastSuccess: max(0, result.failedAttemptsSinceLastSuccess))
        switch (subject.purpose, result.outcome) {
        case (.login, .userLogin): return .userLogin(UserLoginResult(login, returnURL: try returnURL(result)))
        case (.inAppLogin, .serviceLogin): return .serviceLogin(ServiceLoginResult(login, clientId: service.id))
        case (.merge, .apiAccessMergeComplete): return .apiAccessMergeComplete(idmIdentifier: activation.idmIdentifier)
        // No other process exists in this version: the answer does not match what the user began.
        default: throw XignSdkError.unreadableAnswer
        }
    }

    /// Builds the return URL below the manager's pinned URL, so that no answer can send the browser elsewhere
    /// (docs/protocol.md, section 6, "Return on the same device").
    private func returnURL(_ result: Finish.Result) throws -> URL? {
        guard channel == .sameDevice else { return nil }
        let manager = try device.keyMaterials.chain(activation.idmIdentifier).current.material.url
        guard let secret = result.returnSecret, let address = ReturnAddress(at: manager, secret: secret) else {
            throw XignSdkError.unreadableAnswer
        }
        return URL(string: address.text)
    }

    /// Converts a refusal. The process can continue with the next statement if that differs only in challenge and
    /// times.
    fileprivate func lockout(
        _ refusal: Finish.Refusal, _ userInfo: AuthenticationUserInformation
    ) throws -> AuthenticationResult {
        let information = LockoutAttemptInformation(
            refusal.lockout, now: device.now(), canResume: refusal.nextStatement != nil)
        var (statement, bytes) = (userInfo.statement, userInfo.bytes)
        if let next = refusal.nextStatement {
            bytes = next.bytes
            statement = try ConsentStatement(toBeSigned: bytes)
            guard userInfo.statement.allowsRetry(with: statement) else { throw XignSdkError.consentMismatch }
        }
        return .lockout(
            lockoutInformation: information,
            authenticationUserInformation: AuthenticationUserInformation(
                userInfo.request, statement: statement, bytes: bytes, isEnded: !information.canResume))
    }
}
