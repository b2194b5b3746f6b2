import Terminal
import XignSDK

/// The key store of a home, as `check` shows it: as JSON for programs, in words for people.
struct KeyStoreReport: Encodable {
    /// The store that holds the keys; without keys, the one in which `activate` makes them by default.
    let type: KeyStoreType
    let hasKeys: Bool
    /// The reason why no TPM can hold keys; nil if one can, or if this system supports none.
    let tpmProblem: Text?

    init(type: KeyStoreType, hasKeys: Bool, tpmProblem: Text?) {
        self.type = type
        self.hasKeys = hasKeys
        self.tpmProblem = tpmProblem
    }

    init(_ choice: KeyStoreChoice) throws {
        let problem = KeyStoreChoice.supported.contains(.tpm) ? choice.tpm.problem : nil
        let inUse = try choice.inUse
        self.init(
            type: inUse ?? KeyStoreChoice.best(tpmProblem: problem), hasKeys: inUse != nil, tpmProblem: problem)
    }

    var lines: [Text] {
        var lines: [Text] = ["Keys:           \(place)"]
        if KeyStoreChoice.supported.contains(.tpm) { lines.append("TPM:            \(tpmProblem ?? "ready")") }
        return lines
    }

    private var place: Text {
        if !hasKeys { return "none yet; xign activate makes them \(type.place)" }
        guard type == .file, tpmProblem == nil else { return type.place }
        return "in files; a new activation could use the TPM: see xign activate --help"
    }

    /// The failure if the keys cannot be used.
    var failure: Failure? {
        guard type == .tpm, hasKeys, let tpmProblem else { return nil }
        return Failure(.configuration, "the TPM with the keys of this device cannot be used. \(tpmProblem)")
    }

    private enum CodingKeys: CodingKey { case type, hasKeys, tpmProblem }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type.rawValue, forKey: .type)
        try container.encode(hasKeys, forKey: .hasKeys)
        try container.encodeIfPresent(tpmProblem?.rendered(inColour: false), forKey: .tpmProblem)
    }
}
