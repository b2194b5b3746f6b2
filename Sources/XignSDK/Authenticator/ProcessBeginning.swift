internal import XignProtocol

/// The way in which a process began, which fixes what it may turn out to be (docs/protocol.md, section 5).
enum ProcessBeginning: Sendable {
    /// The QR code of a login, on another device's screen.
    case loginByQRCode
    /// The link of a login, on this device.
    case loginByLink
    /// The QR code of a transaction, on another device's screen.
    case transactionByQRCode
    /// The link of a transaction, on this device.
    case transactionByLink
    /// A utility process that the app began. The policy is that of the new PIN, for processes that set one.
    case utility(StartUtility.Utility, pinPolicy: PINPolicy?)
    /// An invitation, as the manager described it when its PIN was proved.
    case merge(Open.Merge)
    /// A login in this app, at the service with this client id.
    case inApp(clientId: String)
    /// A login in this app, through its Keycloak.
    case keycloak(KeycloakReturn)

    var channel: Channel {
        switch self {
        case .loginByQRCode, .transactionByQRCode: .crossDevice
        case .loginByLink, .transactionByLink: .sameDevice
        case .utility, .merge: .api
        case .inApp, .keycloak: .inApp
        }
    }

    /// True if the process began with the data of a QR code. Only then a page shows it, and may show digits to be typed
    /// (docs/protocol.md, section 6).
    var isOfQRCode: Bool {
        switch self {
        case .loginByQRCode, .transactionByQRCode: true
        case .loginByLink, .transactionByLink, .utility, .merge, .inApp, .keycloak: false
        }
    }

    /// Returns true if the subject is what the user began: a scanned login must not turn out to delete the account, and
    /// the revocation of one device not to revoke another.
    func allows(_ subject: ConsentSubject) -> Bool {
        switch (self, subject) {
        case (.loginByQRCode, .login), (.loginByLink, .login): true
        case (.transactionByQRCode, .transaction), (.transactionByLink, .transaction): true
        case (.inApp, .inAppLogin), (.keycloak, .inAppLogin): true
        case (.utility(let begun, _), .utility(let subject)): begun.allows(subject)
        case (.merge(let opened), .utility(.merge(let invitation))):
            invitation.organization == .init(id: opened.organization.id, name: opened.organization.name)
                && invitation.address.hasSameBytes(as: opened.address)
        default: false
        }
    }
}

extension ProcessBeginning {
    /// Returns true if the parties in the answer to `start` are those of a process that began so.
    /// - Parameter manager: the URL in the pinned key material.
    func allowsParties(of answer: Start.Response, at manager: ManagerOrigin) -> Bool {
        let (id, origin) = (answer.service.id, answer.service.origin)
        let isAtOwnPages = answer.hasBuiltInParties && origin.hasSameBytes(as: manager.description)
        return switch self {
        // A scanned login may belong to any website, and to the manager's own pages.
        case .loginByQRCode, .loginByLink: answer.hasDeclaredParties || isAtOwnPages
        case .transactionByQRCode, .transactionByLink: isAtOwnPages
        case .utility, .merge:
            answer.hasBuiltInParties && id.hasSameBytes(as: BuiltInID.account) && origin.hasSameBytes(as: "app")
        case .inApp(let clientId):
            answer.hasDeclaredParties && id.hasSameBytes(as: clientId) && origin.hasSameBytes(as: "app")
        // The client id at the manager is the Keycloak's own, which the app does not know.
        case .keycloak(let login):
            answer.hasDeclaredParties && origin.hasSameBytes(as: login.keycloak.origin.description)
        }
    }
}

/// The ids of the parties that every manager has. The ids of declared parties are UUIDs (docs/protocol.md, section 5).
enum BuiltInID {
    static let account = "xign.account"
    static let services = [account, "xign.console"]
    static let organization = "xign.operator"
    static let role = "xign.person"
}

extension Start.Response {
    /// True if service, organization and role are the manager's own, which no configuration can make.
    ///
    /// Every act at them needs the PIN, which no policy takes out: somebody with the unlocked device could otherwise
    /// change its PIN or delete the account. None of them receives an attribute.
    fileprivate var hasBuiltInParties: Bool {
        BuiltInID.services.contains { service.id.hasSameBytes(as: $0) }
            && organization.id.hasSameBytes(as: BuiltInID.organization)
            && roles.allSatisfy { role in
                role.id.hasSameBytes(as: BuiltInID.role) && role.alternatives.allSatisfy { $0.contains(.pin) }
            } && attributes.isEmpty
    }

    /// True if no party has an id of the manager's own, so that no website passes for the manager.
    fileprivate var hasDeclaredParties: Bool {
        !BuiltInID.services.contains { service.id.hasSameBytes(as: $0) }
            && !organization.id.hasSameBytes(as: BuiltInID.organization)
            && !roles.contains { $0.id.hasSameBytes(as: BuiltInID.role) }
    }
}

extension StartUtility.Utility {
    fileprivate func allows(_ subject: UtilitySubject) -> Bool {
        switch (self, subject) {
        case (.changePin, .changePin), (.newActivation, .newActivation), (.delete, .delete): true
        case (.addFactor(let begun), .addFactor(let factor)): begun == factor
        case (.revoke(let target), .revoke(let activation)): target == activation.id
        default: false
        }
    }
}
