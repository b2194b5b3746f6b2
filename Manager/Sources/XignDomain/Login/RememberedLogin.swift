import XignProtocol

/// A confirmed login that one browser may repeat at the same website without the device, until its time is over.
///
/// It is identified by the process in which the person confirmed: one confirmation is remembered by one browser at
/// most. A repetition prolongs nothing but the time for which it may stay unused.
public struct RememberedLogin: RepeatedLogin, Sendable, Equatable {
    public let login: ConfirmedLogin
    public let roleID: RoleID
    public let cookie: PersistentCookie
    public let data: RequestedData
    /// The policy version of the service that the person confirmed.
    public let policyVersion: Int64
    /// Nil for a login that is remembered at this website alone.
    public let shared: Share?

    /// The part that one website has in a shared login. The shared login's cookie finds it; its own is of no value.
    public struct Share: Sendable, Equatable {
        /// The id of the shared login.
        public let id: SessionID
        /// The process in which the person has confirmed what the website receives: see `WebsiteConsent`.
        public let consent: SessionID

        public init(of id: SessionID, consent: SessionID) { (self.id, self.consent) = (id, consent) }
    }

    public init(
        login: ConfirmedLogin, roleID: RoleID, cookie: PersistentCookie, data: RequestedData, policyVersion: Int64,
        shared: Share? = nil
    ) {
        self.login = login
        self.roleID = roleID
        self.cookie = cookie
        self.data = data
        self.policyVersion = policyVersion
        self.shared = shared
    }

    public var authenticatedAt: Timestamp { login.authenticatedAt }

    /// The data that a website has asked for, and the origin to which it goes. The person has confirmed both.
    public struct RequestedData: Sendable, Equatable {
        /// The origin of the redirect URI, as the statement names it.
        public let origin: String
        public let scope: [String]
        public let claims: ClaimsRequest

        public init(origin: String, scope: [String], claims: ClaimsRequest) {
            self.origin = origin
            self.scope = scope
            self.claims = claims
        }

        public init(_ requirements: LoginRequirements, at origin: String) {
            self.init(origin: origin, scope: requirements.scope, claims: requirements.claims)
        }

        /// The requirements of a request for the data alone.
        public var requirements: LoginRequirements { LoginRequirements(scope: scope, claims: claims) }

        /// True if another request asks for no more at the same origin: no further scope, and neither an attribute nor
        /// an addition that was not asked for or that would reach the website by another way.
        public func covers(_ request: AuthorizationRequest, at service: Service) -> Bool {
            let requirements = request.requirements
            guard let origin = RedirectURI.origin(of: request.redirectURI)?.description,
                origin.hasSameBytes(as: self.origin),
                requirements.scope.allSatisfy({ scope.contains($0) || $0 == LoginRequirements.rolesScope })
            else { return false }
            // Claims are told as they were confirmed, so they must be asked again. A scope is withheld by itself.
            guard ClaimDestination.allCases.allSatisfy({ claims[$0].isSubset(of: requirements.claims[$0]) }) else {
                return false
            }
            let known = self.requirements
            guard coversAdditions(of: requirements, known, at: service) else { return false }
            let confirmed = AttributeRequirement.all(of: service, in: known)
            return AttributeRequirement.all(of: service, in: requirements).allSatisfy { asked in
                confirmed.contains {
                    $0.attribute == asked.attribute && $0.destinations.isSuperset(of: asked.destinations)
                        && $0.valueDestinations.isSuperset(of: asked.valueDestinations)
                }
            }
        }

        /// An addition that was confirmed by its scope is told as long as the scope asks for it, so that a request by
        /// `claims` would get none.
        private func coversAdditions(
            of request: LoginRequirements, _ confirmed: LoginRequirements, at service: Service
        ) -> Bool {
            service.additionalValues.allSatisfy { value in
                let asked = value.destinations(in: request, at: service)
                guard !asked.isEmpty else { return true }
                let isAskedAlike =
                    value.isAlwaysAsked
                    || value.scope.map { confirmed.scope.contains($0) == request.scope.contains($0) } ?? true
                return isAskedAlike && value.destinations(in: confirmed, at: service).isSuperset(of: asked)
            }
        }
    }

    // MARK: Requests

    /// True if a request at the service may be answered without the device, as far as the request and the service's
    /// declaration decide it. Account, role, lockout and the cookie are judged elsewhere.
    ///
    /// Each change of a service or of the policy raises the version, so that people see the device again.
    public func answers(_ request: AuthorizationRequest, at service: Service, at now: Timestamp) -> Bool {
        guard service.id == login.serviceID, service.isActive, service.policyVersion == policyVersion, shared == nil,
            let terms = service.rememberedLogin(returningTo: request.redirectURI), isOpen(at: now, under: terms)
        else { return false }
        return request.admits(login.accountID, confirmedAt: login.authenticatedAt, at: now)
            && data.covers(request, at: service)
    }

    /// True if a role of today still takes the login: with its factors, from this device, and on every channel.
    public func isTaken(by role: Role, of policy: Policy, from activation: Activation) -> Bool {
        role.id == roleID && role.repeatable(by: policy, from: activation).contains(login.factors)
    }
}

extension AuthorizationRequest {
    /// True if an account that has confirmed a login before may be answered without the device, as far as the request
    /// itself decides it.
    public func admits(_ account: AccountID, confirmedAt moment: Timestamp, at now: Timestamp) -> Bool {
        // A lasting access needs a statement that names its end.
        guard !requirements.scope.contains(LoginRequirements.offlineScope) else { return false }
        // `max_age` counts from the second in `auth_time`, as the website does (OpenID Connect Core, section 3.1.2.1).
        return prompt.isDisjoint(with: Prompt.forDevice) && requirements.admits(account: account)
            && maxAge.map { now < Timestamp(seconds: moment.seconds) + $0 } ?? true
    }
}

extension Service {
    /// The terms under which a browser may repeat a login whose answer goes to a registered address; nil where each
    /// login needs the device.
    public func rememberedLogin(returningTo redirectURI: String) -> RepeatedLoginTerms? {
        mayRemember(returningTo: redirectURI) ? declared.client.rememberedLogin : nil
    }

    /// False where the answer may reach another program than the one that has asked before.
    ///
    /// Any program of the device can receive the answer at a loopback address or a private-use scheme, and a public
    /// client has no secret by which the two could be told apart (RFC 8252, section 8.6).
    func mayRemember(returningTo redirectURI: String) -> Bool {
        !declared.client.isNative && (isConfidential || redirectURI.hasPrefix("https://"))
    }
}
