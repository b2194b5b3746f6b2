internal import XignProtocol

/// The type of a key store. The device reports it when it is activated, and the operator sees it.
public enum KeyStoreType: String, Sendable, CaseIterable {
    /// Files that only their owner can read.
    case file
    /// A Trusted Platform Module.
    case tpm
    /// Apple's Secure Enclave.
    case enclave

    var kind: KeyStoreKind {
        switch self {
        case .file: .file
        case .tpm: .tpm
        case .enclave: .enclave
        }
    }
}
