import XignProtocol

extension AdditionalName {
    /// The groups of a person in the service's organization.
    public static let groups = AdditionalName(rawValue: "groups")
    /// The name of a person's account at the service.
    public static let accountName = AdditionalName(rawValue: "accountName")
}

/// A value beyond the twelve attributes that a service may receive: groups, the account name, or an attribute that the
/// operator has declared.
///
/// All of them go one way. A login asks for them at `destinations`, the device is offered what the person holds, and
/// a website is told what was confirmed and is still held (`told`).
public enum AdditionalValue: Sendable, Equatable {
    case groups(ServiceGroups)
    /// - Parameter claim: in which each login tells it.
    case accountName(claim: String)
    case attribute(DeclaredAttribute, isRequired: Bool)

    public var name: AdditionalName {
        switch self {
        case .groups: .groups
        case .accountName: .accountName
        case .attribute(let attribute, _): AdditionalName(rawValue: attribute.name)
        }
    }

    /// The claim that tells it. That of groups is an array of their names (RFC 9068, section 2.2.3.1).
    public var claim: String {
        switch self {
        case .groups: "groups"
        case .accountName(let claim): claim
        case .attribute(let attribute, _): attribute.claim
        }
    }

    /// The scope that asks for it; nil where none does.
    public var scope: String? {
        switch self {
        case .groups: LoginRequirements.groupsScope
        case .accountName: nil
        case .attribute(let attribute, _): attribute.scope
        }
    }

    /// True if nobody can log in without releasing it, where a login asks for it.
    public var isRequired: Bool {
        switch self {
        case .groups(let groups): groups.isRequired
        case .accountName: true
        case .attribute(_, let isRequired): isRequired
        }
    }

    /// True if each login asks for it.
    public var isAlwaysAsked: Bool { if case .groups = self { false } else { isRequired } }

    /// Returns the places at which a login asks for it; none where it does not ask.
    public func destinations(in requirements: LoginRequirements, at service: Service) -> Set<ClaimDestination> {
        let isInScope = scope.map(requirements.scope.contains) ?? false
        let named = Set(ClaimDestination.allCases.filter { requirements.claims[$0].contains(.additional(name)) })
        switch self {
        case .accountName: return Set(ClaimDestination.allCases)
        // Some apps read the ID token alone, others user info alone.
        case .groups: return isInScope ? Set(ClaimDestination.allCases) : named
        // As for the twelve: see `AttributeRequirement`.
        case .attribute: return isInScope || isRequired && named.isEmpty ? named.union([service.claimsIn]) : named
        }
    }

    // MARK: Offers

    /// Makes the offer of what the person holds.
    /// - Parameters:
    ///   - held: nil for nothing.
    ///   - language: of the name and of the alias.
    /// - Returns: nil for no groups, which nobody is asked for.
    public func offer(
        of held: String?, to destinations: Set<ClaimDestination>, at service: Service, in language: Language
    ) -> AdditionalOffer? {
        switch self {
        case .groups(let permitted):
            let names = permitted.permitted(among: GroupNames(text: held ?? ""))
            return names.all.isEmpty
                ? nil
                : .groups(names, isRequired: isRequired, destinations: destinations, in: language)
        // Nobody could judge another alias than the account name itself.
        case .accountName:
            return .value(
                name, label: Self.accountNameLabel(at: service.displayName, in: language), isRequired: true,
                content: held.map { .init(value: $0, alias: $0) }, destinations: destinations)
        case .attribute(let attribute, let isRequired):
            let label = attribute.label.text(in: language)
            return .value(
                name, label: label, isRequired: isRequired, content: held.map { .init(value: $0, alias: label) },
                destinations: destinations)
        }
    }

    static func groupsLabel(in language: Language) -> String {
        switch language {
        case .english: "Groups"
        case .german: "Gruppen"
        }
    }

    /// The label of an account name where the name of the service is too long for one.
    static func accountNameLabel(in language: Language) -> String {
        switch language {
        case .english: "Account name"
        case .german: "Kontoname"
        }
    }

    static func accountNameLabel(at service: String, in language: Language) -> String {
        let label =
            switch language {
            case .english: "Account at \(service)"
            case .german: "Konto bei \(service)"
            }
        return label.utf8.count <= ShownAttributes.Addition.maximumNameByteCount
            ? label : accountNameLabel(in: language)
    }

    // MARK: Claims

    /// Returns the claim's value: what the person has confirmed and still holds, and the service may still receive.
    /// - Returns: nil where nothing is told.
    func told(_ confirmed: String, held: String?) -> JSONValue? {
        switch self {
        case .groups(let permitted):
            let names = permitted.permitted(among: GroupNames(text: confirmed))
            let told = names.intersection(GroupNames(text: held ?? ""))
            return .array(told.all.map(JSONValue.string))
        case .accountName: return isHeld(confirmed, held) ? .string(confirmed) : nil
        case .attribute(let attribute, _): return isHeld(confirmed, held) ? attribute.claimValue(of: confirmed) : nil
        }
    }

    /// True if a login that has confirmed a value must end where it is held no longer. A lost group is not told, and
    /// the login goes on.
    func isOutdated(_ confirmed: String, held: String?) -> Bool {
        if case .groups = self { false } else { !isHeld(confirmed, held) }
    }

    private func isHeld(_ confirmed: String, _ held: String?) -> Bool { held?.hasSameBytes(as: confirmed) ?? false }
}

extension Service {
    /// The values beyond the twelve that the service may receive.
    public var additionalValues: [AdditionalValue] {
        guard declared.groups != nil || declared.accountName != nil || !declared.declaredAttributes.isEmpty else {
            return []
        }
        return [declared.groups.map(AdditionalValue.groups), declared.accountName.map(AdditionalValue.accountName)]
            .compactMap { $0 }
            + declared.declaredAttributes.compactMap { demand in
                attributesOfSettings.first { $0.name.hasSameBytes(as: demand.name) }
                    .map { .attribute($0, isRequired: demand.isRequired) }
            }
    }
}

extension AdditionalOffer {
    /// Offers a person's groups, which the device shows: nobody could judge them otherwise.
    /// - Parameter names: at least one.
    public static func groups(
        _ names: GroupNames, isRequired: Bool, destinations: Set<ClaimDestination>, in language: Language
    ) -> AdditionalOffer {
        .value(
            .groups, label: AdditionalValue.groupsLabel(in: language), isRequired: isRequired,
            content: Content(value: names.text, alias: alias(of: names, in: language)), destinations: destinations)
    }

    /// Returns as many of the names as an alias can have, and the number of the others. The digest fixes all of them.
    private static func alias(of names: GroupNames, in language: Language) -> String {
        let texts = (0..<names.all.count).map { rest -> String in
            let shown = GroupNames(Array(names.all.dropLast(rest))).text
            return rest == 0 ? shown : "\(shown)\(more(rest, in: language))"
        }
        // A single name is short enough.
        return texts.first { $0.utf8.count <= DisplayText.maximumByteCount } ?? ""
    }

    private static func more(_ count: Int, in language: Language) -> String {
        switch language {
        case .english: " and \(count) more"
        case .german: " und \(count) weitere"
        }
    }
}

extension AdditionalRelease {
    /// Releases that a person has no group which the service may learn. Nobody is asked: the website must learn that
    /// the last one is gone.
    /// - Parameter salt: 16 random bytes.
    public static func noGroups(salt: [UInt8], destinations: Set<ClaimDestination>) -> AdditionalRelease {
        AdditionalRelease(
            name: .groups,
            disclosure: AttributeDisclosure(salt: salt, name: AdditionalName.groups.rawValue, value: ""),
            destinations: destinations)
    }

    /// True for a release that the statement does not name.
    var isWithoutQuestion: Bool { name == .groups && disclosure.value.isEmpty }
}

extension Service {
    /// True if what a person has confirmed is still held, as far as a login depends on it.
    /// - Parameter held: the values that the person holds, by name.
    public func areCurrent(_ releases: [AdditionalRelease], held: [AdditionalName: String]) -> Bool {
        let values = additionalValues
        return releases.allSatisfy { release in
            // A permission is no value.
            guard let value = values.first(where: { $0.name == release.name }) else { return true }
            return !value.isOutdated(release.disclosure.value, held: held[release.name])
        }
    }
}
