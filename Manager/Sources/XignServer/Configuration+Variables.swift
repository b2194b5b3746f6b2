import Spelling
import XignStorage
import XignUseCases

/// The settings that a container needs, by environment variables.
extension Configuration {
    /// A variable, whose value takes the place of a key in `manager.yaml`. An option of the command line takes its
    /// place in turn.
    enum Variable: String, CaseIterable {
        case issuer = "XIGN_ISSUER"
        case database = "XIGN_DATABASE"
        case keyEncryptionKeyFile = "XIGN_KEY_ENCRYPTION_KEY_FILE"
        /// Addresses and ranges with commas between.
        case trustedProxies = "XIGN_TRUSTED_PROXIES"
    }

    private static let prefix = "XIGN_"

    /// The variables of `xign`.
    private static let othersVariables: Set<String> = ["XIGN_HOME", "XIGN_CA_FILE", "XIGN_TPM2_TCTI"]

    /// Begins the names of the variables of this project's tests, which start managers.
    private static let testsPrefix = "XIGN_TEST"

    /// Sets what the variables of the environment say. An empty one says nothing.
    /// - Throws: `ManagerError` for an unknown name that begins with `XIGN_`, and for a database with a password, which
    ///   the environment would show to other processes; `StorageError` for an address of a database that cannot be
    ///   read.
    package mutating func apply(variables: [String: String]) throws {
        for (name, value) in variables.sorted(by: { $0.key < $1.key })
        where name.hasPrefix(Self.prefix) && !value.isEmpty {
            switch Variable(rawValue: name) {
            case .issuer: issuer = value
            case .database:
                guard try !DatabaseAddress(value).holdsPassword else {
                    throw ManagerError(
                        .configuration,
                        "\(name) must be an address without a password, which other processes could read here: let "
                            + "passfile=FILE in it name a file with the password.")
                }
                database = value
            case .keyEncryptionKeyFile: keyEncryptionKeyFile = value
            case .trustedProxies:
                trustedProxies = value.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
            case nil:
                guard !Self.othersVariables.contains(name), !name.hasPrefix(Self.testsPrefix),
                    !Self.isOfKubernetes(name, value)
                else { continue }
                throw Self.unknown(name)
            }
        }
    }

    private static func unknown(_ name: String) -> ManagerError {
        let names = Variable.allCases.map(\.rawValue)
        let advice =
            Spelling.nearest(to: name, among: names).map { "Do you mean \($0)?" }
            ?? "There are \(names.joined(separator: ", ")); all other settings are in manager.yaml."
        return ManagerError(.configuration, "There is no variable \(name). \(advice)")
    }

    /// True for a variable by which Kubernetes tells a pod the address of a service whose name begins with `xign`.
    private static func isOfKubernetes(_ name: String, _ value: String) -> Bool {
        name.hasSuffix("_SERVICE_HOST") || name.contains("_SERVICE_PORT") || name.contains(/_PORT_[0-9]+_/)
            || name.hasSuffix("_PORT") && (value.hasPrefix("tcp://") || value.hasPrefix("udp://"))
    }
}
