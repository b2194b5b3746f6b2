import XignUseCases
import YAML

extension Apply {
    /// Applies a declaration that is written in YAML.
    /// - Throws: `DeclarationErrors`, those of YAML included; `StorageError`. Nothing has changed then.
    package func callAsFunction(_ yaml: [UInt8]) throws -> [String] { try report(yaml).changes }

    /// Applies a declaration that is written in YAML, and reports its effect.
    /// - Throws: `DeclarationErrors`, those of YAML included; `StorageError`. Nothing has changed then.
    package func report(_ yaml: [UInt8]) throws -> ApplyReport { try report(Self.read(yaml)) }

    /// Reports the effect that a declaration in YAML would have. Nothing changes.
    /// - Throws: `DeclarationErrors`, those of YAML included; `StorageError`.
    package func rehearse(_ yaml: [UInt8]) throws -> ApplyReport { try rehearse(Self.read(yaml)) }

    private static func read(_ yaml: [UInt8]) throws -> ReadDeclaration {
        let document: YAMLDocument
        do { document = try YAMLDocument(yaml) } catch { throw DeclarationErrors([DeclarationError(error)]) }
        let (declaration, unreadable) = document.decode(Declaration.self)
        let errors = unreadable.map(DeclarationError.init)
        guard let declaration else { throw DeclarationErrors(errors) }
        return ReadDeclaration(declaration, unreadable: errors) { document.line(of: $0) }
    }
}

extension DeclarationError {
    fileprivate init(_ error: YAMLError) { self.init(line: error.line, path: error.path, reason: error.reason) }
}
