/// The attributes of an answer to `start` that a device shows: those of the twelve, and additions by `kind`
/// (protocol.md, section 5, "Additions").
public struct ShownAttributes: Sendable, Equatable {
    /// An attribute beyond the twelve.
    public struct Addition: Sendable, Equatable {
        /// The text to show. Selections, errors and the statement name the addition by it.
        public let name: String
        public let kind: AttributeDescription.Kind
        public let isRequired: Bool
        /// The values to choose from; none where the manager has none. A permission has one.
        public let aliases: [AttributeDescription.Alias]

        /// The longest name in bytes of UTF-8.
        public static let maximumNameByteCount = 64
    }

    public let attributes: [AttributeName: AttributeDescription]
    /// The values, then the permissions, each in the order of their names' bytes.
    public let additions: [Addition]

    /// Selects what a device shows. Any other attribute is left out, as if the user had declined it.
    ///
    /// - Parameters:
    ///   - requested: the attributes by name, as `start` answered.
    ///   - showsAdditions: false for a device that knows the twelve alone.
    /// - Returns: nil where a required attribute cannot be shown: the device ends the process (`clientTooOld`).
    public init?(_ requested: [String: AttributeDescription], of purpose: Purpose, showsAdditions: Bool) {
        var attributes: [AttributeName: AttributeDescription] = [:]
        var additions: [Addition] = []
        for (name, description) in requested {
            if description.kind == nil, let known = AttributeName(rawValue: name) {
                attributes[known] = description
            } else if showsAdditions, let addition = Addition(name, description, of: purpose) {
                additions.append(addition)
            } else if description.isRequired {
                return nil
            }
        }
        self.attributes = attributes
        self.additions = additions.sorted {
            $0.kind == $1.kind ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) : $0.kind == .value
        }
    }
}

extension ShownAttributes.Addition {
    /// Returns nil for an attribute of a later version, and for one whose members contradict its kind.
    fileprivate init?(_ name: String, _ description: AttributeDescription, of purpose: Purpose) {
        let aliases = description.aliases
        guard let kind = description.kind.flatMap(AttributeDescription.Kind.init(rawValue:)),
            DisplayText.isValid(name), name.utf8.count <= Self.maximumNameByteCount,
            AttributeName(rawValue: name) == nil,
            description.mustBeVerified, description.isMissing == aliases.isEmpty
        else { return nil }
        if kind == .permission {
            guard purpose == .login, !description.isRequired, aliases.count == 1 else { return nil }
        }
        self.init(name: name, kind: kind, isRequired: description.isRequired, aliases: aliases)
    }
}
