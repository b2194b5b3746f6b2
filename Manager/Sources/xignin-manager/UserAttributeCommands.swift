import Terminal
import XignDomain
import XignProtocol
import XignServer
import XignUseCases

extension Command {
    /// `user attribute`.
    static let userAttribute = Command(
        "attribute", "A user's attributes, which websites can request.",
        subcommands: [.userAttributeSet, .userAttributeList, .userAttributeRemove])

    /// `user attribute set NAME ATTRIBUTE VALUE`.
    private static let userAttributeSet: Command = {
        let (name, attribute, alias) = (userName, attributeName, aliasOption)
        let value = Parameter<String>.argument("VALUE", "The value, or - to read it from standard input, as one line.")
        let primary = Parameter.flag("primary", "Preselect it among the user's values.")
        let verified = Parameter.flag(
            "verified",
            "Mark the value as verified, for email and phoneNumber only. It stays verified until the value changes."
        )
        return Command(
            "set", "Set a value, or add one.",
            discussion: """
                Other users of this machine can see the arguments of a command while it runs, and shells keep them: give - as VALUE, \
                and the value on standard input, where that matters.

                With an alias that the user has for this attribute, it replaces that value. Without one it adds a value, and names it. \
                An address is written as Street 1; 10117; Berlin; DE, or \
                without a postal code as 1 Nathan Road; ; Hong Kong; HK.

                An attribute that the settings declare has one value, which the operator keeps, without the options.
                """,
            [name, attribute, value, alias, primary, verified, Parameter<Bool>.json],
            examples: [
                "xignin-manager user attribute set ada email ada@example.org --alias Private --verified",
                Example(
                    "xignin-manager user attribute set ada birthdate -", "Reads the value from standard input."),
                "xignin-manager user attribute set ada costCentre 4711",
            ]
        ) { given, console in
            let attribute = given[attribute]
            let text = given[value] == "-" ? try console.askSecret("Value:", fromInput: true) : given[value]
            let typed = UserAttributes.TypedValue(
                text: text, alias: given[alias], isPrimary: given[primary], isVerified: given[verified])
            try given.withManager { manager in
                try refusing(attribute.text) {
                    switch attribute {
                    case .known(let attribute):
                        try manager.context.withAttributes(ofUser: given[name], by: OperatorName.current) {
                            try $0.set(attribute, to: typed)
                        }
                    case .declared(let attribute):
                        guard given[alias] == nil, !given[primary], !given[verified] else {
                            throw Failure(
                                .usage, "\(attribute) is none of the twelve attributes: give its value without options")
                        }
                        _ = try manager.context.setAttribute(
                            attribute, ofUser: given[name], to: text, by: OperatorName.current)
                    }
                }
                try given.print(UserReport(user: given[name], attribute: attribute.text), on: console)
            }
        }
    }()

    /// `user attribute list NAME`.
    private static let userAttributeList: Command = {
        let name = userName
        let json = Parameter.json
        return Command(
            "list", "List a user's values.", [name, json], examples: ["xignin-manager user attribute list ada"]
        ) {
            given, console in
            try given.withManager { manager in
                let values = try ListUserAttributes(manager.context)(userName: given[name])
                if given[json] { return try console.print(json: values) }
                var table = Table(["ATTRIBUTE", "ALIAS", "VALUE", "PRIMARY", "VERIFIED"])
                for value in values {
                    table.append([
                        "\(value.attribute)", "\(value.alias)", "\(value.line)", value.primary ? "yes" : "no",
                        value.verifiedBy.map { "by \($0)" } ?? "no",
                    ])
                }
                console.print(table)
            }
        }
    }()

    /// `user attribute remove NAME ATTRIBUTE`.
    private static let userAttributeRemove: Command = {
        let (name, attribute, alias) = (userName, attributeName, aliasOption)
        return Command(
            "remove", "Remove a value; without --alias, all of the attribute.",
            [name, attribute, alias, Agreement.isAgreed, Parameter<Bool>.json],
            examples: ["xignin-manager user attribute remove ada email --alias Private"]
        ) { given, console in
            let (attribute, alias) = (given[attribute], given[alias])
            try given.withManager { manager in
                let values = try ListUserAttributes(manager.context)(userName: given[name])
                let count = values.count { $0.attribute == attribute.text }
                if count > 0 {
                    let what = alias.map { #"the value "\#($0)""# } ?? "each value (\(count))"
                    try given.ask(
                        "Remove it?",
                        showing: [
                            "Removes \(what) of the attribute \(attribute.text) of \(given[name]), for good."
                        ],
                        on: console)
                }
                let isRemoved = try refusing(attribute.text) { () -> Bool in
                    switch attribute {
                    case .known(let attribute):
                        return try manager.context.withAttributes(ofUser: given[name], by: OperatorName.current) {
                            try $0.remove(attribute, alias: alias)
                        }
                    case .declared(let attribute):
                        guard alias == nil else {
                            throw Failure(.usage, "\(attribute) is none of the twelve attributes: leave out --alias")
                        }
                        return try manager.context.setAttribute(
                            attribute, ofUser: given[name], to: nil, by: OperatorName.current)
                    }
                }
                guard isRemoved else {
                    throw Failure(
                        65,
                        "\(given[name]) has no such value: `xignin-manager user attribute list` shows the values")
                }
                try given.print(UserReport(user: given[name], attribute: attribute.text), on: console)
            }
        }
    }()

    private static let userName = Parameter<String>.argument("NAME", "The user's name.")
    private static let aliasOption = Parameter<String?>.option(
        "alias", "TEXT", "The user's name for the value; displayed on their device.")
    private static let attributeName = Parameter<TypedAttributeName>.argument(
        "ATTRIBUTE",
        "One of \(AttributeName.allCases.map(\.rawValue).joined(separator: ", ")), or an attribute of the settings.",
        completion: .values(AttributeName.allCases.map(\.rawValue)), parse: { try TypedAttributeName($0) })
}

/// The name of an attribute as an operator types it.
private enum TypedAttributeName: Sendable {
    case known(AttributeName)
    /// One that the settings may declare.
    case declared(String)

    /// - Throws: `AttributeRefusal` with the name that was probably meant.
    init(_ typed: String) throws {
        self = DeclaredAttribute.isName(typed) ? .declared(typed) : .known(try AttributeName(named: typed))
    }

    var text: String {
        switch self {
        case .known(let attribute): attribute.rawValue
        case .declared(let attribute): attribute
        }
    }
}

/// Adds the attribute to the refusal of a value.
func refusing<Result>(_ attribute: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as AttributeRefusal {
        throw Failure(65, "\(attribute) \(error.reason)")
    }
}
