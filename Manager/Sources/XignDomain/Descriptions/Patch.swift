/// The members of a description that somebody has written out, to make a new one or to change a former one.
public struct Patch<Owner: Described>: Decodable, Sendable {
    private var changes: [String: Member<Owner>.Change] = [:]

    /// Reads the members that are there.
    public init(from decoder: any Decoder) throws { try self.init(from: decoder, besides: []) }

    /// Reads the members that are there.
    /// - Parameter others: the names of members that the caller reads.
    public init(from decoder: any Decoder, besides others: Set<String>) throws {
        try self.init(decoder, isWhole: false, besides: others)
    }

    /// Reads a whole description: a required member must be there.
    /// - Parameter others: the names of members that the caller reads.
    public init(wholeFrom decoder: any Decoder, besides others: Set<String> = []) throws {
        try self.init(decoder, isWhole: true, besides: others)
    }

    private init(_ decoder: any Decoder, isWhole: Bool, besides others: Set<String>) throws {
        if let member = Owner.members.all.first(where: { $0.name == Owner.shorthand }),
            (try? decoder.container(keyedBy: MemberName.self)) == nil
        {
            changes[member.name] = try member.readAlone(decoder)
            return
        }
        let container = try decoder.container(keyedBy: MemberName.self)
        // The reader of files notes each fault at its place, and goes on. It also finds the keys that nobody asks for.
        let notesFaults = decoder.userInfo[.notesFaults] != nil
        for member in Owner.members.all {
            let (name, mustBeThere) = (MemberName(member.name), isWhole && member.isRequired)
            let isThere = try container.contains(name) && !container.decodeNil(forKey: name)
            guard mustBeThere || isThere else { continue }
            do { changes[member.name] = try member.read(container) } catch  where notesFaults {}
        }
        if notesFaults { return }
        // A member that this version does not know may be a demand: ignoring it would weaken the resource.
        let known = Owner.members.names.union(others)
        if let unknown = container.allKeys.first(where: { !known.contains($0.stringValue) }) {
            throw Unreadable("unknown member \(unknown.stringValue)")
        }
    }

    /// The names of the members that are written out.
    public var names: Set<String> { Set(changes.keys) }

    /// Returns a former description with the changes. Members that are left out stay.
    public func applied(to former: Owner) -> Owner {
        var owner = former
        for member in Owner.members.all {
            guard let change = changes[member.name] else { continue }
            change(&owner)
            member.makeCanonical(&owner)
        }
        return owner
    }

    /// Returns a new description. Members that are left out have their usual values.
    public func made() -> Owner { withUsualValues(applied(to: Owner())) }

    /// Returns the description that was stored: no value gets another form.
    func asStored() -> Owner {
        var owner = Owner()
        for member in Owner.members.all { changes[member.name]?(&owner) }
        return withUsualValues(owner)
    }

    private func withUsualValues(_ described: Owner) -> Owner {
        var owner = described
        for member in Owner.members.all where changes[member.name] == nil && !member.isRequired {
            member.setUsual(&owner)
        }
        return owner
    }
}

extension CodingUserInfoKey {
    /// Set by a decoder that notes faults at their places, those of unknown keys too, and goes on.
    public static let notesFaults = CodingUserInfoKey(rawValue: "notesFaults")!  // Every text makes a key.
}
