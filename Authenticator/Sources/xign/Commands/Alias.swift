import Spelling
import Terminal
import XignSDK

extension Command {
    /// The command group `alias`.
    static func alias(_ words: any Wording) -> Command {
        let help = words.alias.help
        return Command(
            "alias", help.summary, discussion: help.discussion, subcommands: [.aliasList(words), .aliasForget(words)])
    }

    /// The command `alias list`.
    private static func aliasList(_ words: any Wording) -> Command {
        let manager = Options.manager.explained(by: words.program.onlyManager)
        let json = Parameter.json.explained(by: words.program.json)
        return Command("list", words.alias.listHelp.summary, [manager, json]) { given, console in
            let sdk = try given.home(console, words).sdk()
            let choices = try explaining { try RememberedChoices(sdk, at: given[manager]) }
            if given[json] { return try console.print(json: choices.all.map(ChoiceReport.init)) }
            guard !choices.managers.isEmpty else { return try console.reportNoAccounts(sdk, words) }
            guard !choices.all.isEmpty else { return console.report(words.alias.none) }
            let columns = words.alias.columns.map { Table.Column($0) }
            var table = Table(choices.managers.count > 1 ? columns : columns.dropLast())
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
        let manager = Options.manager.explained(by: words.program.onlyManager)
        let service = Parameter<String>.argument("SERVICE", words.alias.service)
        let attribute = Parameter<String>.argument("ATTRIBUTE", words.alias.attribute)
        return Command("forget", words.alias.forgetHelp.summary, [service, attribute, manager]) { given, console in
            try explaining {
                let sdk = try given.home(console, words).sdk()
                let choice = try RememberedChoices(sdk, at: given[manager]).find(given[service], given[attribute])
                try sdk.authenticator.forgetAliasSelectionSynchronous(
                    choice.selection, idmIdentifier: choice.idmIdentifier)
                console.print(words.alias.forgotten(choice.selection.attribute, of: choice.selection.serviceName))
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
    /// - Throws: ``CommandFailure`` unless there is exactly one.
    func find(_ service: String, _ attribute: String) throws(CommandFailure) -> Choice {
        let ofService = all.filter { [$0.selection.serviceName, $0.selection.serviceId].contains(service) }
        guard !ofService.isEmpty else { throw .missing(service, among: all.map(\.selection.serviceName)) }
        let found = ofService.filter { $0.selection.attribute == attribute }
        guard let choice = found.first else { throw .missing(attribute, among: ofService.map(\.selection.attribute)) }
        guard found.count == 1 else {
            if Set(found.map(\.idmIdentifier)).count > 1 {
                throw CommandFailure(.data) { $0.alias.severalManagers(service) }
            }
            let ids = found.map(\.selection.serviceId)
            throw CommandFailure(.data) { $0.alias.severalServices(service, ids: ids) }
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

extension CommandFailure {
    fileprivate static func missing(_ name: String, among names: [String]) -> CommandFailure {
        let nearest = Spelling.nearest(to: name, among: names)
        return CommandFailure(.data) { $0.alias.missing(name, nearest: nearest) }
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
