import Foundation
internal import XignProtocol

extension Authenticator {
    /// Submits the signed statement.
    ///
    /// Where no answer came, the keys stay in memory and the same statement can be submitted again: the manager answers as it
    /// did, and counts nothing twice.
    func finish(_ userInfo: AuthenticationUserInformation) -> Flow<AuthenticationResult> {
        Flow {
            let process = userInfo.request.process
            let signed = try userInfo.signedStatement()
            let answer = try await process.device.perform(
                Finish.self,
                Finish.Request(
                    sessionId: process.session, sessionToken: process.token, consent: Octets(signed.serialized)),
                at: userInfo.request.idmIdentifier)
            userInfo.finish()
            if let result = answer.result { return try process.result(of: result, userInfo) }
            guard let refusal = answer.refusal else { throw XignSdkError.unreadableAnswer }
            return try process.lockout(refusal, userInfo)
        }
    }
}

extension AuthenticationProcess {
    /// What the app learns of a success. It is told what it showed to the user, not what the answer says anew.
    fileprivate func result(
        of result: Finish.Result, _ userInfo: AuthenticationUserInformation
    ) throws -> AuthenticationResult {
        let login = LoginInformation(
            relyingPartyName: service.name, relyingPartyUrl: userInfo.request.serviceInformation.url,
            roleName: userInfo.statement.role.name, organizationInformation: userInfo.request.organizationInformation,
            failedAttemptsSinceLastSuccess: max(0, result.failedAttemptsSinceLastSuccess))
        switch (purpose, result.outcome) {
        case (.login, .userLogin): return .userLogin(UserLoginResult(login, returnURL: try returnURL(result)))
        case (.inAppLogin, .serviceLogin): return .serviceLogin(ServiceLoginResult(login, clientId: service.id))
        case (.merge, .apiAccessMergeComplete): return .apiAccessMergeComplete(idmIdentifier: activation.idmIdentifier)
        // No other process can begin in this version: the answer is not for what the user began.
        default: throw XignSdkError.unreadableAnswer
        }
    }

    /// Made here, below the pinned URL: what the manager answers cannot send the browser elsewhere.
    private func returnURL(_ result: Finish.Result) throws -> URL? {
        guard channel == .sameDevice else { return nil }
        let manager = try device.keyMaterials.chain(activation.idmIdentifier).current.material.url
        guard let secret = result.returnSecret, let address = ReturnAddress(at: manager, secret: secret) else {
            throw XignSdkError.unreadableAnswer
        }
        return URL(string: address.text)
    }

    /// A factor was wrong. The process may go on with the next statement, if it is the same but for challenge and times.
    fileprivate func lockout(
        _ refusal: Finish.Refusal, _ userInfo: AuthenticationUserInformation
    ) throws -> AuthenticationResult {
        let information = LockoutAttemptInformation(
            refusal.lockout, now: device.now(), canResume: refusal.nextStatement != nil)
        var (statement, bytes) = (userInfo.statement, userInfo.bytes)
        if let next = refusal.nextStatement {
            bytes = next.bytes
            statement = try ConsentStatement(consenting: bytes)
            guard userInfo.statement.isContinued(by: statement) else { throw XignSdkError.consentMismatch }
        }
        return .lockout(
            lockoutInformation: information,
            authenticationUserInformation: AuthenticationUserInformation(
                userInfo.request, statement: statement, bytes: bytes, isEnded: !information.canResume))
    }
}
