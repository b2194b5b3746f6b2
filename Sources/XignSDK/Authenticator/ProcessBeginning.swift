internal import XignProtocol

/// The way in which a process began, which fixes what it may turn out to be (docs/protocol.md, section 5).
enum ProcessBeginning: Sendable {
    /// The QR code of a login, on another device's screen.
    case loginByQRCode
    /// The link of a login, on this device.
    case loginByLink
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
        case .loginByQRCode: .crossDevice
        case .loginByLink: .sameDevice
        case .utility, .merge: .api
        case .inApp, .keycloak: .inApp
        }
    }

    /// Returns true if the subject is what the user began: a scanned login must not turn out to delete the account, and
    /// the revocation of one device not to revoke another.
    func allows(_ subject: ConsentSubject) -> Bool {
        switch (self, subject) {
        case (.loginByQRCode, .login), (.loginByLink, .login): true
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
    /// Returns true if the parties in the answer to `start` are those of a process that began so. A scanned login may
    /// belong to any service.
    func allowsParties(of answer: Start.Response) -> Bool {
        let (id, origin) = (answer.service.id, answer.service.origin)
        return switch self {
        case .loginByQRCode, .loginByLink: true
        // No configuration of a manager can make these parties, so no website can ask for a utility process.
        case .utility, .merge:
            id.hasSameBytes(as: "xign.account") && origin.hasSameBytes(as: "app")
                && answer.organization.id.hasSameBytes(as: "xign.operator")
                && answer.roles.allSatisfy { $0.id.hasSameBytes(as: "xign.person") }
        case .inApp(let clientId): id.hasSameBytes(as: clientId) && origin.hasSameBytes(as: "app")
        // The client id at the manager is the Keycloak's own, which the app does not know.
        case .keycloak(let login): origin.hasSameBytes(as: login.keycloak.origin.description)
        }
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
