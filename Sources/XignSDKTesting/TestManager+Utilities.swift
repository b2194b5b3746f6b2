internal import Foundation
internal import XignCrypto
package import XignProtocol

// The utility processes and the activations of the account, as the test manager performs them.

extension TestManager {
    /// The state of utility processes.
    package struct Utility {
        package struct Grant {
            package let secret: SecretOctets
            package let purpose: Purpose
            package let consentHash: [UInt8]
        }

        package var begun: [StartUtility.Utility] = []
        /// The policy in the answers to `startUtility`; nil for one that leaves it out.
        package var pinPolicy: PINPolicy? = .standard
        /// Modifies the subject of a process.
        package var bendSubject: (@Sendable (inout UtilitySubject) -> Void)?
        package var grant: Grant?
        /// Modifies the grant in the answer to `finish`.
        package var bendGrant: (@Sendable (inout SecretOctets?) -> Void)?
        /// All bodies that `finishUtility` has received.
        package var bodies: [[UInt8]] = []
        package var spent: (body: [UInt8], answer: [UInt8])?
        package var changes: [KeyChangeStatement] = []
        package var issuedPINProof: SecretOctets?
        package var isMerged = false
    }

    package func startUtility(_ request: StartUtility.Request) throws -> StartUtility.Response {
        try requireNoLockout()
        return state.withLock { state in
            state.utility.begun.append(request.utility)
            var subject: UtilitySubject =
                switch request.utility {
                case .changePin: .changePin
                case .newActivation: .newActivation
                case .delete: .delete
                case .addFactor(let factor): .addFactor(factor)
                case .revoke(let target): .revoke(state.subject(of: target))
                }
            state.utility.bendSubject?(&subject)
            state.login = Login(.utility(subject))
            let setsPIN = request.utility == .changePin || request.utility == .newActivation
            return StartUtility.Response(
                sessionId: session, sessionToken: claimToken, pinPolicy: setsPIN ? state.utility.pinPolicy : nil)
        }
    }

    /// Spends a grant. The same body gets the same answer again, before anything is proven.
    package func finishUtility(_ opened: OpenedRequest) throws -> [UInt8] {
        let spent = state.withLock { state in
            state.utility.bodies.append(opened.body)
            return state.utility.spent
        }
        if let spent, spent.body == opened.body { return spent.answer }
        try requireProof(opened)
        let answer = try answer(opened, FinishUtility.self) { request in
            let signed = try SignedStatement(parsing: request.keyChange.bytes, type: .keyChange)
            let change = try KeyChangeStatement(parsing: signed.payload)
            return try self.state.withLock { state in
                guard spent == nil else { throw ProtocolError(.grantSpent) }
                let device = state.enrolled.filter { $0.factor == .device }
                guard signed.isSigned(byExactly: device + (change.key.map { [$0] } ?? [])) else {
                    throw ProtocolError(.enrolmentRefused)
                }
                guard let grant = state.utility.grant, grant.secret == request.grant, grant.purpose == change.purpose,
                    grant.consentHash == change.consentHash, change.idmIdentifier == self.idm,
                    change.activation == self.activation, request.secret == nil
                else { throw ProtocolError(.grantMismatch) }
                return try state.apply(change, pinProof: request.pinProof)
            }
        }
        state.withLock { $0.utility.spent = (opened.body, answer) }
        return answer
    }

    package func status(noticesAfter: Int64?) -> Status.Response {
        state.withLock { state in
            Status.Response(
                userName: state.userName, alias: state.answeredAlias ?? state.alias,
                factors: state.enrolled.map(\.factor).sorted(), lockout: nil,
                notices: noticesAfter.map { number in Array(state.notices.filter { $0.number > number }.prefix(50)) }
                    ?? [])
        }
    }

    package func list() -> ListActivations.Response {
        state.withLock { state in
            let own = ListActivations.Item(
                activationId: activation, alias: state.alias, platform: "Linux", since: 1_799_000_000, expiresAt: nil)
            return ListActivations.Response(activations: [own] + state.otherActivations)
        }
    }
}

extension TestManager.Login {
    /// A process of the given subject; utility processes and transactions run at the built-in parties.
    package init(_ subject: ConsentSubject) {
        self.init()
        self.subject = subject
        switch subject {
        case .login, .inAppLogin: return
        case .transaction: setBuiltInParties(origin: "https://login.example.org")
        case .utility:
            channel = .api
            setBuiltInParties(origin: "app")
        }
    }

    /// Makes the process one of the manager's own.
    package mutating func setBuiltInParties(origin: String) {
        service = ServiceDescription(id: "xign.account", name: "login.example.org", origin: origin, description: nil)
        organization = OrganizationDescription(
            id: "xign.operator", name: "login.example.org", website: nil, address: nil, description: nil)
        roles = [RoleDescription(id: "xign.person", name: "alice", alternatives: [[.device, .pin]])]
    }
}

extension TestManager.State {
    fileprivate func subject(of target: ActivationID) -> ActivationSubject {
        let item = otherActivations.first { $0.activationId == target }
        return ActivationSubject(id: target, alias: item?.alias, platform: item?.platform, since: item?.since)
    }

    /// Performs a confirmed process. Returns the grant of one that ends with `finishUtility`.
    package mutating func confirm(_ statement: [UInt8]) -> SecretOctets? {
        isInAppConfirmed = login.subject.purpose == .inAppLogin
        guard case .utility(let subject) = login.subject else { return nil }
        var grant: SecretOctets?
        switch subject {
        case .revoke(let target): otherActivations.removeAll { $0.activationId == target.id }
        case .merge: utility.isMerged = true
        case .changePin, .newActivation, .delete, .addFactor:
            let secret = SecretOctets.random(count: 32)
            utility.grant = .init(
                secret: secret, purpose: subject.purpose, consentHash: Array(SHA256.hash(data: statement)))
            utility.spent = nil
            grant = secret
        }
        utility.bendGrant?(&grant)
        return grant
    }

    fileprivate mutating func apply(
        _ change: KeyChangeStatement, pinProof: SecretOctets?
    ) throws -> FinishUtility.Response {
        var seconds: Int64?
        switch change.change {
        case .changePin(let key):
            guard !enrolled.contains(key) else { throw ProtocolError(.samePin) }
            enrolled = enrolled.filter { $0.factor != .pin } + [key]
        case .addFactor(let key):
            guard !enrolled.contains(where: { $0.factor == key.factor }) else { throw ProtocolError(.factorRefused) }
            enrolled.append(key)
        case .newActivation:
            utility.issuedPINProof = pinProof
            seconds = 600
        case .delete: enrolled = []
        }
        utility.changes.append(change)
        return FinishUtility.Response(expiresInSeconds: seconds)
    }
}

extension ConsentSubject {
    /// The outcome of a confirmed process.
    package var outcome: Finish.Outcome {
        switch self {
        case .login, .transaction: .userLogin
        case .inAppLogin: .serviceLogin
        case .utility(let utility): utility.outcome
        }
    }
}
