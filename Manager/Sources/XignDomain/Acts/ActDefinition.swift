import XignProtocol

/// The definition of an administrator's act: its object, its row of `PermissionTable`, and the rule about the object.
/// `ActCatalogue.swift` has those of all acts.
public protocol ActDefinition: Sendable {
    static var name: ActName { get }
    /// The row of `PermissionTable`.
    static var permission: Permission { get }
    /// Nil for an act on a grant, which the pages of administrators ask for.
    static var page: ActPage? { get }
    /// The word for the act in the address of the page after it, which says that it was done; nil where a page of its
    /// own follows.
    static var done: String? { get }
    /// True for an act before which the administrator checks who asks for it.
    static var needsIdentityCheck: Bool { get }
    /// True for an act that takes something away from the account.
    static var takesAway: Bool { get }
    /// True for an act that is refused where any device of the account has changed since its page was shown.
    static var concernsAllDevices: Bool { get }
    /// True for an act that changes what a file can declare of an account.
    static var changesAccount: Bool { get }
    /// True for an act that hands an activation over.
    static var issuesActivation: Bool { get }

    /// Returns true where the page of the object offers the act. Rights are judged beside it.
    static func isOffered(at place: ActPlace) -> Bool

    var object: ActObject { get }
    /// An act of its own that takes effect with the first signature of an act of two persons, where it needs no more
    /// itself; nil for none. The second person confirms the act about the object as the first effect has left it.
    var firstEffect: Administration.Effect? { get }

    /// The use case for an account that acts; nil for the machine.
    func useCase(of actor: AccountID?) -> UseCase

    /// Judges the state of the object. Rights are judged before, by `ActScene`.
    /// - Returns: nil where the act may be done.
    func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal?
}

extension ActDefinition {
    public static var page: ActPage? { nil }
    public static var needsIdentityCheck: Bool { false }
    public static var takesAway: Bool { false }
    public static var concernsAllDevices: Bool { false }
    public static var changesAccount: Bool { false }
    public static var issuesActivation: Bool { false }
    public static var done: String? { name.rawValue }

    public static func isOffered(at place: ActPlace) -> Bool { true }

    public var firstEffect: Administration.Effect? { nil }

    public func useCase(of actor: AccountID?) -> UseCase { .act(Self.name) }
}

/// The page that asks for an act: the last part of its address, below the account, the device or the event of the
/// login, and the act there.
public enum ActPage: Sendable {
    case account(_ address: String, @Sendable (AccountID) -> Administration.Effect)
    case device(_ address: String, @Sendable (ActivationID) -> Administration.Effect)
    case login(_ address: String, @Sendable (SessionID) -> Administration.Effect)

    public var address: String {
        switch self {
        case .account(let address, _), .device(let address, _), .login(let address, _): address
        }
    }

    public var isOnAccount: Bool { if case .account = self { true } else { false } }
    public var isOnDevice: Bool { if case .device = self { true } else { false } }
}

/// The object that an administrator's act changes.
public enum ActObject: Sendable, Equatable {
    case account(AccountID)
    case device(ActivationID)
    /// The process that has confirmed a login at a website.
    case login(SessionID)
    /// The grant of an account in a scope.
    case grant(AccountID, Scope)
}

/// The page of an account or of a device, which offers acts.
public struct ActPlace: Sendable {
    public let account: Account
    /// The state of the page's device; nil at the page of the account.
    public let device: DeviceState?

    /// True at the page of the only device with which the account can log in.
    public let isLastUsableDevice: Bool

    public init(account: Account, device: DeviceState? = nil, isLastUsableDevice: Bool = false) {
        (self.account, self.device, self.isLastUsableDevice) = (account, device, isLastUsableDevice)
    }
}
