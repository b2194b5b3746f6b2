import Foundation
import XignSDK

/// The choice of the store for a home's keys: the machine's TPM, or files.
///
/// The SDK uses one store for all activations of a home, and no key can be moved between stores. `xign activate` makes
/// the choice, and records it in the file `key-store` before the first key is made. It holds while there are keys; that
/// of the TPM holds until the person chooses files, so that a TPM that fails never leads to files unasked. Earlier
/// versions had only file keys, and no record.
///
/// Both stores use the folder `keys` and name a key's file alike, but cannot read each other's files. A process with
/// the wrong store, such as one of an earlier version, therefore fails without taking the keys for lost.
struct KeyStoreChoice: Sendable {
    let home: String
    let tpm: TPM

    /// The folder of the keys. The SDK's default for files is the same.
    private var folder: String { home + "/keys" }
    private var record: String { home + "/key-store" }

    /// The stores that this system can have, the best first.
    static var supported: [KeyStoreType] {
        #if os(Linux)
            [.tpm, .file]
        #else
            [.enclave]
        #endif
    }

    /// The store of the home's keys; nil if the home has no keys.
    /// - Throws: ``CommandFailure``.
    var inUse: KeyStoreType? { get throws { try hasKeys ? recorded ?? .file : nil } }

    /// The reason why the home's keys cannot be used; nil if they can, or if there are none.
    var problem: TPMProblem? { get throws { try inUse == .tpm ? tpm.problem : nil } }

    /// Returns the store for the first key of a home where the person names none: the TPM where it was chosen before,
    /// otherwise the best store that works on this machine.
    /// - Throws: ``CommandFailure``.
    func byDefault(tpmProblem: TPMProblem?) throws -> KeyStoreType {
        if try recorded == .tpm { return .tpm }
        return Self.supported.first { $0 != .tpm || tpmProblem == nil } ?? .file
    }

    /// Makes the store; nil is the SDK's default on this system.
    func store(_ type: KeyStoreType) -> (any KeyStore)? { type == .tpm ? tpm.keyStore(in: folder) : nil }

    // MARK: Choosing

    /// Chooses the store for a new activation, and runs `body` with it.
    ///
    /// Activations of one home may run at the same time. While one runs, none can change the choice.
    ///
    /// - Parameter wanted: the store that the person wants; nil for the one in use, or else the best one.
    /// - Throws: ``CommandFailure``; the errors of `body`.
    func choosing<Result>(_ wanted: KeyStoreType?, _ body: (KeyStoreType) throws -> Result) throws -> Result {
        do { try DurableFile.createFolder(home) } catch { throw CommandFailure(storing: error, in: home) }
        let descriptor = open(home + "/.key-store.lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unusable(errno) }
        // Also releases the lock, as the end of the process does.
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0, try !hasKeys { try choose(wanted) }
        // Not an atomic conversion: another process can choose in between, so the record is read afterwards.
        while flock(descriptor, LOCK_SH) != 0 { guard errno == EINTR else { throw unusable(errno) } }
        let chosen = try recorded ?? .file
        guard wanted == nil || wanted == chosen else { throw try hasKeys ? cannotMove(from: chosen) : isBusy(chosen) }
        return try body(chosen)
    }

    private func choose(_ wanted: KeyStoreType?) throws {
        let problem = wanted == .file ? nil : tpm.problem
        let type = try wanted ?? byDefault(tpmProblem: problem)
        if type == .tpm, let problem { throw CommandFailure(.configuration) { $0.storage.noKeysInTPM(problem) } }
        guard try recorded != type else { return }
        do { try DurableFile.write(Data((type.rawValue + "\n").utf8), to: record) } catch {
            throw CommandFailure(storing: error, in: home)
        }
    }

    private var hasKeys: Bool {
        get throws {
            guard FileManager.default.fileExists(atPath: folder) else { return false }
            do {
                return try FileManager.default.contentsOfDirectory(atPath: folder).contains { !$0.hasPrefix(".") }
            } catch { throw CommandFailure(storing: error, in: home) }
        }
    }

    private var recorded: KeyStoreType? {
        get throws {
            guard FileManager.default.fileExists(atPath: record) else { return nil }
            guard let content = try? String(contentsOfFile: record, encoding: .utf8),
                let type = KeyStoreType(rawValue: content.trimmingCharacters(in: .whitespacesAndNewlines)),
                Self.supported.contains(type)
            else {
                throw CommandFailure(.configuration) { [record] in $0.storage.damaged(record: record) }
            }
            return type
        }
    }

    // MARK: Failures

    private func unusable(_ number: Int32) -> CommandFailure {
        CommandFailure(storing: POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO), in: home)
    }

    private func cannotMove(from type: KeyStoreType) -> CommandFailure {
        CommandFailure(.configuration) { $0.storage.cannotMove(from: type) }
    }

    private func isBusy(_ type: KeyStoreType) -> CommandFailure {
        CommandFailure(.configuration) { $0.storage.busy(with: type) }
    }
}

extension KeyStoreType {
    /// Parses the value of an option.
    /// - Throws: ``CommandFailure`` for a store that this system cannot have.
    static func parse(_ text: String) throws -> KeyStoreType? {
        if let type = KeyStoreType(rawValue: text), KeyStoreChoice.supported.contains(type) { return type }
        let names = KeyStoreChoice.supported.map(\.rawValue)
        throw CommandFailure(.usage) { $0.storage.notAKeyStore(text, known: names) }
    }
}
