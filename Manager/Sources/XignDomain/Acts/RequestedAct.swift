import XignProtocol

/// An act that a page of the manager asks its user to confirm with a device (protocol, section 9).
///
/// The process that carries it is its whole record: it is confirmed by `finish`, and collected by the transaction that
/// does the act.
public struct RequestedAct: Sendable, Equatable {
    public enum Act: Sendable, Equatable, Codable {
        /// An act of a person on their own account.
        case own(OwnAct)
        /// An act of an administrator.
        case administration(Administration)
        /// The second confirmation of an act that another administrator has confirmed.
        case approve(PendingActID)
    }

    /// The account that confirms.
    public let accountID: AccountID
    /// The browser session that asks. No other session can do the act.
    public let browserSession: BrowserSessionID
    /// The hash of the cookie of the browser that asks. It is sealed with the act, so that nobody who writes to the
    /// database can give the outcome to another browser.
    public let cookieHash: BearerHash
    public let act: Act
    /// The SHA-256 of the object of the act as the page showed it; empty where there is none. The act is refused where
    /// the object has changed since.
    public let object: [UInt8]
    /// The text that page and device show, and that the statement contains.
    public let text: TransactionText

    public init(
        accountID: AccountID, browserSession: BrowserSessionID, cookieHash: BearerHash, act: Act, object: [UInt8],
        text: TransactionText
    ) {
        self.accountID = accountID
        self.browserSession = browserSession
        self.cookieHash = cookieHash
        self.act = act
        self.object = object
        self.text = text
    }
}

extension RequestedAct.Act {
    /// The name of the act for auditors, as in its text.
    public var type: String {
        switch self {
        case .own(let act): act.type
        case .administration(let administration): administration.effect.name.rawValue
        case .approve: "approve"
        }
    }

    /// The scope of the grant that the act changes; nil where it changes none.
    public var grantScope: Scope? {
        switch self {
        case .administration(let administration): administration.effect.grantScope
        case .own, .approve: nil
        }
    }

    /// The pages that ask for the act.
    public var surface: BrowserSession.Surface {
        switch self {
        case .own: .account
        case .administration, .approve: .console
        }
    }
}

/// The acts of a person on their own account that need a confirmation.
public enum OwnAct: Sendable, Equatable, Codable {
    /// Issues an activation for another device of the account.
    case connectDevice(alias: String)
    case removeDevice(ActivationID)
    /// Locks a device for good. Its entry stays, so that its logins can be looked at.
    case lockDevice(ActivationID)
    case exportData
    case deleteAccount
    /// Removes a verified mail address, which then gets no more notices.
    /// - Parameter value: the id of the attribute value.
    case removeAddress(value: Octets)
    /// Draws a recovery code, in place of the former one.
    case makeRecoveryCode
    case removeRecoveryCode
    /// Joins an organization by a link for many.
    case acceptJoin(JoinLinkID)

    /// The name of the act for auditors, as in its text.
    public var type: String {
        switch self {
        case .connectDevice: "connectDevice"
        case .removeDevice: "removeDevice"
        case .lockDevice: "lockDevice"
        case .exportData: "exportData"
        case .deleteAccount: "deleteAccount"
        case .removeAddress: "removeAddress"
        case .makeRecoveryCode: "makeRecoveryCode"
        case .removeRecoveryCode: "removeRecoveryCode"
        case .acceptJoin: "acceptJoin"
        }
    }

    /// The device that the act changes; nil where it changes the account.
    public var device: ActivationID? {
        switch self {
        case .removeDevice(let device), .lockDevice(let device): device
        case .connectDevice, .exportData, .deleteAccount, .removeAddress, .makeRecoveryCode, .removeRecoveryCode,
            .acceptJoin:
            nil
        }
    }
}
