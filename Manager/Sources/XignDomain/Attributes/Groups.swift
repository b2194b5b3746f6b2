import XignProtocol

extension AdditionalName {
    /// The groups of a person in the service's organization.
    public static let groups = AdditionalName(rawValue: "groups")
}

extension Service {
    /// Returns the places at which a login asks for the person's groups; none where it does not ask, or where the
    /// service may not learn any.
    public func destinationsOfGroups(in requirements: LoginRequirements) -> Set<ClaimDestination> {
        guard declared.groups != nil else { return [] }
        // Some apps read the ID token alone, others user info alone.
        if requirements.scope.contains(LoginRequirements.groupsScope) { return Set(ClaimDestination.allCases) }
        return Set(ClaimDestination.allCases.filter { requirements.claims[$0].contains(.groups) })
    }
}

extension AdditionalOffer {
    /// Offers a person's groups, which the device shows: nobody could judge them otherwise.
    /// - Parameter names: at least one.
    public static func groups(
        _ names: GroupNames, isRequired: Bool, destinations: Set<ClaimDestination>, in language: Language
    ) -> AdditionalOffer {
        .value(
            .groups, label: label(in: language), isRequired: isRequired,
            content: Content(value: names.text, alias: alias(of: names, in: language)), destinations: destinations)
    }

    private static func label(in language: Language) -> String {
        switch language {
        case .english: "Groups"
        case .german: "Gruppen"
        }
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

    /// The groups that the person has confirmed.
    var groups: GroupNames { GroupNames(text: disclosure.value) }
}
