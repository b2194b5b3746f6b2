/// The actor of an event as a reader of the audit log may know it, without internal identifiers.
public enum ShownActor<Person: Sendable & Equatable>: Sendable, Equatable {
    case person, website, manager
    /// An administrator or an auditor; nil for an account that was removed.
    case administrator(Person?)
    /// An operator with the commands, by the name of the user at the operating system; nil for a reader who is an
    /// operator of an organization.
    case machine(String?)

    public func map<Other>(_ transform: (Person) -> Other) -> ShownActor<Other> {
        switch self {
        case .person: .person
        case .website: .website
        case .manager: .manager
        case .administrator(let person): .administrator(person.map(transform))
        case .machine(let name): .machine(name)
        }
    }
}
