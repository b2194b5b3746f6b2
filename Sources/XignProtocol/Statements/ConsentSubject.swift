/// The act that a user confirms, with the data that only this act has (protocol.md, section 5).
///
/// It is fixed with the process: `start` tells it, the app shows it, and the statement repeats it. A value exists only
/// for the combinations that the protocol allows.
public enum ConsentSubject: Sendable {
    /// A login at a website. `offlineUntil` is the end of an access that goes on without the user, in Unix seconds.
    case login(offlineUntil: Int64?)
    /// A login in the service's own app.
    case inAppLogin(offlineUntil: Int64?)
    /// An act that a browser asks for.
    case transaction(TransactionText)
    /// An act on the activation or its account that the device itself begins.
    case utility(UtilitySubject)

    public var purpose: Purpose {
        switch self {
        case .login: .login
        case .inAppLogin: .inAppLogin
        case .transaction: .transaction
        case .utility(let subject): subject.purpose
        }
    }

    /// True if each alternative must contain the PIN, and no attribute is released: for every purpose but the logins.
    public var requiresPIN: Bool {
        switch self {
        case .login, .inAppLogin: false
        case .transaction, .utility: true
        }
    }
}

extension ConsentSubject {
    /// Reads the purpose and the members that belong to it.
    /// - Throws: `StatementError.malformed` for any combination that the protocol does not have.
    init(_ reader: inout JSONObjectReader) throws(StatementError) {
        let purpose: Purpose = try reader.word("purpose")
        let utility = reader.optional("utility")
        let transaction = reader.optional("transaction")
        let offlineUntil = try reader.optionalInteger("offlineUntil")
        switch (purpose, transaction) {
        case (.login, nil) where utility == nil: self = .login(offlineUntil: offlineUntil)
        case (.inAppLogin, nil) where utility == nil: self = .inAppLogin(offlineUntil: offlineUntil)
        case (.transaction, let transaction?) where utility == nil && offlineUntil == nil:
            self = .transaction(try TransactionText(transaction))
        case (_, nil) where offlineUntil == nil: self = .utility(try UtilitySubject(purpose, utility))
        default: throw .malformed
        }
    }

    /// The members of a statement, or of the answer to `start`, that name the subject.
    var members: [(name: String, value: JSONValue)] {
        let purpose: (name: String, value: JSONValue) = ("purpose", .string(self.purpose.rawValue))
        switch self {
        case .login(let offlineUntil), .inAppLogin(let offlineUntil):
            return [purpose] + (offlineUntil.map { [("offlineUntil", .integer($0))] } ?? [])
        case .transaction(let text): return [purpose, ("transaction", text.json)]
        case .utility(let subject): return [purpose] + (subject.json.map { [("utility", $0)] } ?? [])
        }
    }
}

/// Compares the bytes of all strings, and the order of all arrays.
extension ConsentSubject: Equatable {
    public static func == (one: Self, other: Self) -> Bool {
        JSONValue.object(one.members).serialized == JSONValue.object(other.members).serialized
    }
}
