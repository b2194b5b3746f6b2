import Spelling
import Terminal
import XignSDK

extension Command {
    /// The command group `alias`.
    static func alias(_ words: any Wording) -> Command {
        Command(
            "alias", "Show or revoke the choices between several of your values.",
            discussion: """
                If you have several values of an attribute, such as two mail addresses, you choose one of them once for \
                each website. The manager remembers the choice by the value's alias.
                """,
            subcommands: [.aliasList(words), .aliasForget(words)])
    }

    /// The command `alias list`.
    private static func aliasList(_ words: any Wording) -> Command {
        let (manager, json) = (Options.onlyManager, Parameter.json)
        return Command(
            "list", "List the remembered choices.", [manager, json]
        ) {
            given, console in
            let choices = try explaining { try RememberedChoices(given.home.sdk(), at: given[manager]) }
            if given[json] { return try console.print(json: choices.all.map(ChoiceReport.init)) }
            guard !choices.managers.isEmpty else {
                return console.report("This device has no activations yet. To activate it: xign activate CODE")
            }
            guard !choices.all.isEmpty else { return console.report("No choices are remembered.") }
            let columns: [Table.Column] = ["SERVICE", "ATTRIBUTE", "ALIAS"]
            var table = Table(choices.managers.count > 1 ? columns + ["MANAGER"] : columns)
            for choice in choices.all {
                let selection = choice.selection
                table.append([
                    "\(selection.serviceName)", "\(selection.attribute)", "\(selection.alias)",
                    "\(choice.idmIdentifier)",
                ])
            }
            console.print(table)
        }
    }

    /// The command `alias forget SERVICE ATTRIBUTE`.
    private static func aliasForget(_ words: any Wording) -> Command {
        let manager = Options.onlyManager
        let service = Parameter<String>.argument("SERVICE", "The service, named as in xign alias list.")
        let attribute = Parameter<String>.argument("ATTRIBUTE", "The attribute, named as in xign alias list.")
        return Command(
            "forget", "Revoke a choice: the next login asks again.",
            [service, attribute, manager]
        ) { given, console in
            try explaining {
                let sdk = try given.home.sdk()
                let choice = try RememberedChoices(sdk, at: given[manager]).find(given[service], given[attribute])
                try sdk.authenticator.forgetAliasSelectionSynchronous(
                    choice.selection, idmIdentifier: choice.idmIdentifier)
                console.print(
                    """
                    The next login at \(choice.selection.serviceName) offers all values of \
                    \(choice.selection.attribute) again.
                    """)
            }
        }
    }
}

/// The remembered choices of all accounts of this device.
struct RememberedChoices {
    struct Choice {
        let idmIdentifier: String
        let selection: AliasSelection
    }

    let managers: [String]
    let all: [Choice]

    /// Returns the choice for an attribute of a service, given by name or id.
    /// - Throws: ``Failure`` unless there is exactly one.
    func find(_ service: String, _ attribute: String) throws(Failure) -> Choice {
        let ofService = all.filter { [$0.selection.serviceName, $0.selection.serviceId].contains(service) }
        guard !ofService.isEmpty else { throw .missing(service, among: all.map(\.selection.serviceName)) }
        let found = ofService.filter { $0.selection.attribute == attribute }
        guard let choice = found.first else { throw .missing(attribute, among: ofService.map(\.selection.attribute)) }
        guard found.count == 1 else {
            if Set(found.map(\.idmIdentifier)).count > 1 {
                throw Failure(.data, "several managers have a service \(service): choose one with --manager")
            }
            let ids = found.map(\.selection.serviceId).joined(separator: " or ")
            throw Failure(.data, "several services have the name \(service): give \(ids) instead")
        }
        return choice
    }
}

extension RememberedChoices {
    /// Fetches the choices.
    /// - Parameter manager: the only manager to ask; nil asks all at which this device is activated.
    init(_ sdk: XignSdk, at manager: String?) throws {
        let managers = try manager.map { [$0] } ?? sdk.personalizer.personalizations.map(\.idmIdentifier)
        let all = try managers.flatMap { manager in
            try sdk.authenticator.fetchAliasSelectionsSynchronous(idmIdentifier: manager)
                .map { Choice(idmIdentifier: manager, selection: $0) }
        }
        self.init(managers: managers, all: all)
    }
}

extension Failure {
    fileprivate static func missing(_ name: String, among names: [String]) -> Failure {
        let advice: Text =
            Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
            ?? "see xign alias list"
        return Failure(.data, "no choice is remembered for \(name); \(advice)")
    }
}

/// A remembered choice, as JSON for programs.
private struct ChoiceReport: Encodable {
    let idm: String
    let serviceId: String
    let serviceName: String
    let attribute: String
    let alias: String

    init(_ choice: RememberedChoices.Choice) {
        idm = choice.idmIdentifier
        serviceId = choice.selection.serviceId
        serviceName = choice.selection.serviceName
        attribute = choice.selection.attribute
        alias = choice.selection.alias
    }
}
