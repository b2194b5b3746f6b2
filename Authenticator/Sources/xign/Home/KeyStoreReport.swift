import Terminal
import XignSDK

/// The key store of a home, as `check` shows it: as JSON for programs, in words for people.
struct KeyStoreReport: Encodable {
    /// The store that holds the keys; without keys, the one in which `activate` makes them by default.
    let type: KeyStoreType
    let hasKeys: Bool
    /// The reason why no TPM can hold keys; nil if one can, or if this system supports none.
    let tpmProblem: TPMProblem?

    init(type: KeyStoreType, hasKeys: Bool, tpmProblem: TPMProblem?) {
        self.type = type
        self.hasKeys = hasKeys
        self.tpmProblem = tpmProblem
    }

    init(_ choice: KeyStoreChoice) throws {
        let problem = KeyStoreChoice.supported.contains(.tpm) ? choice.tpm.problem : nil
        let inUse = try choice.inUse
        self.init(
            type: try inUse ?? choice.byDefault(tpmProblem: problem), hasKeys: inUse != nil, tpmProblem: problem)
    }

    /// The rows of a table with labels.
    func rows(_ words: any Wording) -> [[Text]] {
        var rows = [[words.check.keys, place(words)]]
        if KeyStoreChoice.supported.contains(.tpm) {
            rows.append([words.check.tpm, tpmProblem.map(words.storage.reason) ?? words.check.tpmReady])
        }
        return rows
    }

    private func place(_ words: any Wording) -> Text {
        if !hasKeys { return words.check.noKeysYet(type) }
        return type == .file && tpmProblem == nil ? words.check.filesDespiteTPM : words.storage.place(type)
    }

    /// The failure if the keys cannot be used, or cannot be made where they were to be.
    var failure: CommandFailure? {
        guard type == .tpm, let tpmProblem else { return nil }
        return CommandFailure(.configuration) { [hasKeys] in
            hasKeys ? $0.storage.lockedInTPM(tpmProblem) : $0.storage.noKeysInTPM(tpmProblem)
        }
    }

    private enum CodingKeys: CodingKey { case type, hasKeys, tpmProblem }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type.rawValue, forKey: .type)
        try container.encode(hasKeys, forKey: .hasKeys)
        try container.encodeIfPresent(tpmProblem?.description, forKey: .tpmProblem)
    }
}
