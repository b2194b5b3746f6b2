import XignProtocol

/// The goal of a process: the effect of its confirmation.
public enum Goal: Sendable, Equatable {
    /// A login at a website, in a browser. Its `BrowserRequest` is kept apart, where no device operation reads it.
    case website(Login)
    /// A login in the service's own app, which the app begins itself (protocol, section 8).
    case inApp(Login)
    /// A change of an account or of its devices, which a device begins itself.
    case utility(Utility)
    /// A login at the manager's own pages, which ends in a browser session.
    case pages(BrowserSession.Surface)
    /// An act that a page of the manager asks to have confirmed.
    case act(RequestedAct)

    /// A login: the service, and the terms under which it takes one.
    public struct Login: Sendable, Equatable {
        public let serviceID: ServiceID
        /// The website's origin, as the statement names it; `app` where there is no website.
        public let origin: String
        public let requirements: LoginRequirements

        public init(serviceID: ServiceID, origin: String, requirements: LoginRequirements) {
            self.serviceID = serviceID
            self.origin = origin
            self.requirements = requirements
        }
    }

    /// The utility processes, with the data that the statement names. They run at the built-in parties
    /// (`BuiltInParties`), so they have neither a service's requirements nor a website's.
    public enum Utility: Sendable, Equatable {
        case changePin, newActivation, delete
        case addFactor(FactorType)
        case revoke(ActivationSubject)
        case merge(Invitation)

        /// The subject that the statement names.
        public var subject: UtilitySubject {
            switch self {
            case .changePin: .changePin
            case .newActivation: .newActivation
            case .delete: .delete
            case .addFactor(let factor): .addFactor(factor)
            case .revoke(let activation): .revoke(activation)
            case .merge(let invitation): .merge(invitation.subject)
            }
        }
    }

    /// The terms of a login; nil for any other goal.
    public var login: Login? {
        switch self {
        case .website(let login), .inApp(let login): login
        case .utility, .pages, .act: nil
        }
    }

    /// The pages that have begun the process; nil for any other goal.
    public var surface: BrowserSession.Surface? {
        switch self {
        case .pages(let surface): surface
        case .act(let requested): requested.act.surface
        case .website, .inApp, .utility: nil
        }
    }
}
