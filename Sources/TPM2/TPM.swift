internal import CTSS2
internal import CTSS2Log
import Glibc
import Synchronization

/// A TPM 2.0 at an address.
///
/// Each operation has a connection of its own: the kernel's resource manager shares the TPM between the connections of
/// all programs, and removes keys and sessions of one that was closed, also by a crash. Within the process the
/// operations run one after another, since other transports accept only one connection at a time.
public struct TPM: Sendable {
    private static let lock = Mutex(())
    /// The transports of tpm2-tss that lead to a TPM. Others record commands, or run a program.
    private static let transports = ["device", "tabrmd", "swtpm", "mssim"]

    private let address: String

    /// Makes a TPM. Nothing is opened yet.
    ///
    /// - Parameter address: a transport of tpm2-tss and its configuration, such as `device:/dev/tpmrm0`. Both are
    ///   required: tpm2-tss would otherwise search for a TPM, also on a TCP port of this machine, where any local user
    ///   may run a false one.
    public init(at address: String) { self.address = address }

    /// Opens a connection, on which `body` performs one operation. Everything that it loaded is removed from the TPM
    /// when it ends, also by an error.
    ///
    /// Blocks while another thread uses a TPM.
    public func connect<Result: Sendable>(
        _ body: (TPMConnection) throws(TPMError) -> Result
    ) throws(TPMError) -> Result {
        try checkAddress()
        xign_tss2_silence()
        return try Self.lock.withLock { _ throws(TPMError) in
            let connection = try TPMConnection(address)
            defer { connection.close() }
            return try body(connection)
        }
    }

    private func checkAddress() throws(TPMError) {
        let parts = address.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, Self.transports.contains(String(parts[0])), !parts[1].isEmpty,
            !address.utf8.contains(0)
        else {
            throw TPMError(.invalidAddress, "\"\(address)\" is no address of a TPM, such as device:/dev/tpmrm0")
        }
        guard parts[0] == "device" else { return }
        let path = String(parts[1])
        guard unsafe access(path, F_OK) == 0 else { throw TPMError(.absent, "\(path) does not exist") }
        guard unsafe access(path, R_OK | W_OK) == 0 else {
            throw TPMError(.notPermitted, "\(path): \(unsafe String(cString: strerror(errno)))")
        }
    }
}
