import XignProtocol

/// The ground on which a value counts as verified.
public enum Verification: String, Sendable, CaseIterable, Codable {
    /// An operator vouches for it.
    case `operator`
    /// The person has typed a code that was mailed to it: somebody who reads the mailbox has the account.
    case code
}

/// The verification that a service demands of a value: `true`, `false`, or `operator` alone.
public enum VerificationDemand: Sendable, Equatable, DescribedValue {
    case none
    /// Any verification.
    case any
    /// The verification by an operator.
    case byOperator

    public func isMet(by verification: Verification?) -> Bool {
        switch self {
        case .none: true
        case .any: verification != nil
        case .byOperator: verification == .operator
        }
    }

    public init(describedBy decoder: any Decoder) throws {
        if let isDemanded = try? Bool(describedBy: decoder) {
            self = isDemanded ? .any : .none
        } else if try String(describedBy: decoder).hasSameBytes(as: Verification.operator.rawValue) {
            self = .byOperator
        } else {
            throw Unreadable("must be true, false or operator")
        }
    }

    public func rendered(_ form: Rendering) -> JSONValue? {
        switch self {
        case .none: .boolean(false)
        case .any: .boolean(true)
        case .byOperator: .string(Verification.operator.rawValue)
        }
    }
}
