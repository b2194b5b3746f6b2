import Foundation
internal import XignProtocol

extension Authenticator {
    /// Submits the signed statement.
    ///
    /// If no answer arrives, the signers stay in memory and the same statement can be submitted again. The manager then
    /// repeats its answer and counts nothing twice. Before the end of a known lockout nothing is submitted, since the
    /// manager would end the session.
    func finish(_ userInfo: AuthenticationUserInformation) -> Flow<AuthenticationResult> {
        Flow("finishAuthentication", device) { _ in
            if let lockout = userInfo.runningLockout {
                return .lockout(lockoutInformation: lockout, authenticationUserInformation: userInfo)
            }
            return try await userInfo.finishing {
                let process = userInfo.request.process
                let signed = try userInfo.signedStatement()
                let answer = try await process.manager.perform(
                    Finish.self,
                    Finish.Request(
                        sessionId: process.session, sessionToken: process.token, consent: Octets(signed.serialized)))
                let pinKey = try userInfo.finish()
                if let result = answer.result {
                    // Without the PIN, nobody has learned which one is valid.
                    if process.activation.unansweredChange == .delete
                        || process.activation.unansweredChange == .changePin && pinKey != nil
                    {
                        process.device.setUnansweredChange(nil, of: process.activation)
                    }
                    return try process.result(of: result, userInfo, pinKey: pinKey)
                }
                guard let refusal = answer.refusal else { throw XignSdkError.unreadableAnswer }
                return try process.lockout(refusal, userInfo)
            }
        }
    }
}

extension AuthenticationProcess {
    /// Converts a success to the app's result. Names come from the descriptions that the user saw, not from the answer.
    ///
    /// - Throws: `responseInvalid` for an outcome that is not the process's.
    fileprivate func result(
        of result: Finish.Result, _ userInfo: AuthenticationUserInformation, pinKey: FactorPublicKey?
    ) throws -> AuthenticationResult {
        let login = LoginInformation(
            relyingPartyName: service.name, relyingPartyUrl: userInfo.request.serviceInformation.url,
            roleName: userInfo.statement.role.name, organizationInformation: userInfo.request.organizationInformation,
            failedAttemptsSinceLastSuccess: max(0, result.failedAttemptsSinceLastSuccess))
        switch (subject, result.outcome) {
        case (.login, .userLogin): return .userLogin(UserLoginResult(login, returnURL: try returnURL(result)))
        case (.transaction, .userLogin):
            let transaction = TransactionResult(
                serviceInformation: userInfo.request.serviceInformation,
                organizationInformation: userInfo.request.organizationInformation,
                returnURL: try returnURL(result))
            return .userLogin(
                UserLoginResult(login, returnURL: transaction.returnURL, transaction: transaction))
        case (.inAppLogin, .serviceLogin):
            return .serviceLogin(ServiceLoginResult(login, of: self, returnSecret: result.returnSecret))
        case (.utility(let utility), _) where result.outcome == utility.outcome:
            switch utility {
            case .revoke: return .userLogin(UserLoginResult(login))
            case .merge: return .apiAccessMergeComplete(idmIdentifier: activation.idmIdentifier)
            case .addFactor(let factor):
                guard let type = AuthenticatorType(factor) else { throw XignSdkError.unreadableAnswer }
                return .apiAccessAddFactor(ApiAccessAddFactor(try grant(result, userInfo), factorType: type))
            case .changePin:
                guard let pinKey else { throw XignSdkError.unreadableAnswer }
                return .apiAccessChangePin(
                    ApiAccessChangePin(try grant(result, userInfo), pinPolicy: try pinPolicy(), presentKey: pinKey))
            case .newActivation:
                return .apiAccessRequestNewActivationData(
                    ApiAccessRequestNewActivationData(try grant(result, userInfo), pinPolicy: try pinPolicy()))
            case .delete: return .apiAccessDelete(ApiAccessDelete(try grant(result, userInfo)))
            }
        default: throw XignSdkError.unreadableAnswer
        }
    }

    private func grant(_ result: Finish.Result, _ userInfo: AuthenticationUserInformation) throws -> Grant {
        guard let grant = result.grant, grant.bytes.count == 32 else { throw XignSdkError.unreadableAnswer }
        return Grant(grant, of: self, confirmedBy: userInfo.bytes)
    }

    private func pinPolicy() throws -> PINPolicy {
        guard case .utility(_, let policy?) = beginning else { throw XignSdkError.unreadableAnswer }
        return policy
    }

    /// Builds the return URL below the manager's pinned URL, so that no answer can send the browser elsewhere
    /// (docs/protocol.md, section 6, "Return on the same device").
    private func returnURL(_ result: Finish.Result) throws -> URL? {
        guard beginning.channel == .sameDevice else { return nil }
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
        let lockout = KnownLockout(
            refusal.lockout, since: device.uptime(), canResume: refusal.nextStatement != nil)
        var (statement, bytes) = (userInfo.statement, userInfo.bytes)
        if let next = refusal.nextStatement {
            bytes = next.bytes
            statement = try ConsentStatement(toBeSigned: bytes)
            guard userInfo.statement.allowsRetry(with: statement) else { throw XignSdkError.consentMismatch }
        }
        return .lockout(
            lockoutInformation: lockout.information(device),
            authenticationUserInformation: AuthenticationUserInformation(
                userInfo.request, statement: statement, bytes: bytes, after: lockout))
    }
}
