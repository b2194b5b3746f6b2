import XignProtocol

/// A resource that an operator declares, described once: its members with their names, usual values and rules.
///
/// Reading (a file, stored JSON), writing (export, storage, `show --json`), comparing and judging follow from the list
/// of members. The order of the list is the order of an export and of a difference.
public protocol Described: DescribedValue {
    /// Makes a value whose members are the initial ones; those that must be declared are empty.
    init()
    static var members: Members<Self> { get }
    /// The flaws of members beside each other. A member that was left out has its usual value, which contradicts
    /// nothing.
    var contradictions: [Flaw] { get }
    /// The member that a scalar in place of the mapping gives, such as the name of an attribute; nil for none.
    static var shorthand: String? { get }
}

/// A value of a member: a scalar, a word, a list or another description.
///
/// A type may be `Codable` besides: its stored form is another one then.
public protocol DescribedValue: Equatable, Sendable {
    /// Reads the value.
    /// - Throws: `Unreadable`, and the errors of the decoder.
    init(describedBy decoder: any Decoder) throws
    /// - Returns: nil for a value that is absent.
    func rendered(_ form: Rendering) -> JSONValue?
    /// The faults of a value that could be read, with paths that begin at the value.
    var flaws: [Flaw] { get }
}

/// A form in which a description is written.
public enum Rendering: Sendable {
    /// Without usual values: an export, and what is stored.
    case declared
    /// With all values: both sides of a difference, and `show --json`.
    case complete
    /// Without initial values, and with what follows from another member: `client` of `service show --json`.
    case explicit
}

/// A fault in a description. It never quotes a value.
public struct Flaw: Error, Equatable, Sendable {
    /// The path within the description, such as `roles[0].name`; empty for all of it.
    public let path: String
    public let reason: String

    public init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

    /// True for a flaw of a member, or of a part of it.
    public func isBelow(_ member: String) -> Bool {
        path == member || path.hasPrefix("\(member).") || path.hasPrefix("\(member)[")
    }

    /// Returns the flaw with its path below a path or a name.
    public func below(_ outer: String) -> Flaw {
        Flaw(path.isEmpty || path.hasPrefix("[") ? outer + path : "\(outer).\(path)", reason)
    }
}

/// The reason why a value cannot be read; the reader adds the place. It never quotes the value.
public struct Unreadable: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}

extension Described {
    public static var shorthand: String? { nil }
    /// The names of all members.
    public static var names: Set<String> { members.names }
    public var contradictions: [Flaw] { [] }

    /// Reads a whole description.
    public init(describedBy decoder: any Decoder) throws { self = try Patch<Self>(wholeFrom: decoder).made() }

    public var flaws: [Flaw] { Self.members.all.flatMap { $0.flaws(self) } + contradictions }

    public func rendered(_ form: Rendering) -> JSONValue? { rendered(form, without: []) }

    /// Writes the description.
    /// - Parameter others: the names of members that are left out.
    public func rendered(_ form: Rendering, without others: Set<String>) -> JSONValue {
        let members = Self.members.all.filter { !others.contains($0.name) && $0.isWritten(self, form) }
        if form == .declared, members.count == 1, members[0].name == Self.shorthand,
            let value = members[0].value(self, form)
        {
            return value
        }
        return .object(members.compactMap { member in member.value(self, form).map { (member.name, $0) } })
    }
}
