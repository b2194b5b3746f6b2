import XignProtocol
import XignUseCases
import YAML

extension ExportDeclaration {
    /// The size up to which `apply` reads a file.
    package static let maximumByteCount = 1 << 20

    /// Returns the declaration in YAML, with a comment in front that says what it is.
    /// - Throws: as `callAsFunction`.
    package func yaml(_ users: UserData) throws -> [UInt8] {
        let contents =
            switch users {
            case .none: "without users"
            case .directory: "with users, without their attributes"
            case .attributes: "with users and their attributes: personal data"
            }
        let declaration = YAMLValue(try self(users))
        return Array("# A declaration for `xignin-manager apply`, \(contents).\n".utf8)
            + declaration.document
    }
}

extension YAMLValue {
    fileprivate init(_ value: JSONValue) {
        self =
            switch value {
            case .string(let text): .string(text)
            case .integer(let number): .integer(number)
            case .boolean(let isTrue): .boolean(isTrue)
            case .array(let values): .sequence(values.map(YAMLValue.init))
            case .object(let members): .mapping(members.map { ($0.name, YAMLValue($0.value)) })
            }
    }
}
