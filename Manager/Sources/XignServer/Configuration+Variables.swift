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

    /// Sets what the variables of the environment say. An empty one says nothing.
    ///
    /// Another name with the same beginning is ignored unless it resembles one of these: `xign`, the tests, and
    /// Kubernetes for a service named `xign` set such variables.
    /// - Throws: `ManagerError` for a misspelt name, and for a database with a password, which the environment would
    ///   show to other processes; `StorageError` for an address of a database that cannot be read.
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
                let names = Variable.allCases.map(\.rawValue)
                guard let meant = Spelling.nearest(to: name, among: names) else { continue }
                throw ManagerError(.configuration, "There is no variable \(name). Do you mean \(meant)?")
            }
        }
    }
}
