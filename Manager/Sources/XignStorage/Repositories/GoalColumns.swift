import XignDomain
import XignProtocol

/// The place of a process's sealed values.
struct ProcessPlace {
    let id: SessionID
    /// The activation that the process is bound to from its creation; nil for a process that a browser began.
    let activation: ActivationID?

    var goal: Vault.Place {
        Vault.Place(column: "process.goal", activation: activation, item: id.description)
    }
    var statement: Vault.Place {
        Vault.Place(column: "process.statement", activation: activation, item: id.description)
    }
}

/// The stored goal of a process. The terms of a login have columns of their own. The data of a utility process and of a
/// requested act name people, devices and addresses, and are sealed as a whole.
struct GoalColumns {
    enum Name: String, SQLValue { case website, inApp, utility, account, console, transaction }

    let name: Name
    /// Nil for all goals but the logins at declared services.
    let login: Goal.Login?
    /// The data of a utility process or of a requested act.
    let sealed: [UInt8]?

    init(_ process: Process, _ vault: TransactionVault) throws {
        switch process.goal {
        case .website(let login):
            (name, self.login, sealed) = (.website, login, nil)
        case .inApp(let login):
            (name, self.login, sealed) = (.inApp, login, nil)
        case .utility(let utility):
            let place = ProcessPlace(id: process.id, activation: process.binding.activationID)
            let stored = try MessageCoding.encode(StoredUtility(utility))
            (name, login, sealed) = (.utility, nil, try vault.seal(stored, at: place.goal))
        case .pages(let surface):
            (name, login, sealed) = (Name(surface), nil, nil)
        case .act(let requested):
            let place = ProcessPlace(id: process.id, activation: nil)
            let stored = try MessageCoding.encode(StoredAct(requested))
            (name, login, sealed) = (.transaction, nil, try vault.seal(stored, at: place.goal))
        }
    }

    static func goal(
        _ row: TableRow<Processes.Column>, _ place: ProcessPlace, _ vault: TransactionVault
    ) throws -> Goal {
        switch try row(.goal, as: Name.self) {
        case .website: .website(try login(row))
        case .inApp: .inApp(try login(row))
        case .utility:
            .utility(
                try MessageCoding.decode(
                    StoredUtility.self, from: try vault.open(try row(.sealedGoal), at: place.goal)
                ).utility)
        case .account: .pages(.account)
        case .console: .pages(.console)
        case .transaction:
            .act(
                try MessageCoding.decode(
                    StoredAct.self, from: try vault.open(try row(.sealedGoal), at: place.goal)
                ).requested)
        }
    }

    private static func login(_ row: TableRow<Processes.Column>) throws -> Goal.Login {
        Goal.Login(
            serviceID: try row(.serviceID), origin: try row(.serviceOrigin),
            requirements: LoginRequirements(
                scope: TextList.split(try row(.scope)), nonce: try row.optional(.nonce),
                codeChallenge: try row.optional(.codeChallenge),
                dpopThumbprint: try row.optional(.dpopThumbprint), claims: TextList.claims(try row(.claims)),
                accountID: try row.optional(.requiredAccountID),
                contextClasses: try row.optional(.requiredContextClasses).map(TextList.contextClasses)))
    }
}

extension GoalColumns.Name {
    fileprivate init(_ surface: BrowserSession.Surface) {
        switch surface {
        case .account: self = .account
        case .console: self = .console
        }
    }
}

/// The encoding of a utility process's goal inside the seal.
private enum StoredUtility: Codable {
    case changePin, newActivation, delete
    case addFactor(FactorType)
    case revoke(ActivationSubject)
    case merge(activationID: ActivationID, subject: InvitationSubject)

    init(_ utility: Goal.Utility) {
        switch utility {
        case .changePin: self = .changePin
        case .newActivation: self = .newActivation
        case .delete: self = .delete
        case .addFactor(let factor): self = .addFactor(factor)
        case .revoke(let subject): self = .revoke(subject)
        case .merge(let invitation):
            self = .merge(activationID: invitation.activationID, subject: invitation.subject)
        }
    }

    var utility: Goal.Utility {
        switch self {
        case .changePin: .changePin
        case .newActivation: .newActivation
        case .delete: .delete
        case .addFactor(let factor): .addFactor(factor)
        case .revoke(let subject): .revoke(subject)
        case .merge(let activationID, let subject): .merge(Invitation(activationID: activationID, subject: subject))
        }
    }
}

/// The encoding of a requested act inside the seal.
private struct StoredAct: Codable {
    let account: AccountID
    let browserSession: BrowserSessionID
    /// Nil where a former version has stored the act: no browser proves itself for it.
    let cookieHash: [UInt8]?
    let act: RequestedAct.Act
    let object: [UInt8]
    let text: StoredText

    init(_ requested: RequestedAct) {
        account = requested.accountID
        browserSession = requested.browserSession
        cookieHash = requested.cookieHash.bytes
        act = requested.act
        object = requested.object
        text = StoredText(requested.text)
    }

    var requested: RequestedAct {
        RequestedAct(
            accountID: account, browserSession: browserSession, cookieHash: BearerHash(bytes: cookieHash ?? []),
            act: act, object: object, text: text.text)
    }
}
