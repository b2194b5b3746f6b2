import XignProtocol

/// The goal of a process: the effect of its confirmation.
public enum Goal: Sendable, Equatable {
    /// A login at a website, in a browser. Its `BrowserRequest` is kept apart, where no device operation reads it.
    case website(Login)

    /// A login: the service, and the terms under which it takes one.
    public struct Login: Sendable, Equatable {
        public let serviceID: ServiceID
        /// The website's origin, as the statement names it.
        public let origin: String
        public let requirements: LoginRequirements

        public init(serviceID: ServiceID, origin: String, requirements: LoginRequirements) {
            self.serviceID = serviceID
            self.origin = origin
            self.requirements = requirements
        }
    }

    public var login: Login {
        switch self {
        case .website(let login): login
        }
    }

    /// The act that the statement names.
    public var subject: ConsentSubject {
        switch self {
        case .website: .login(offlineUntil: nil)
        }
    }
}
