import Glibc
import Threads
import XignCrypto
import XignDomain
import XignProtocol
import XignServer
import XignStorage

/// A program that moves a manager's database, for the tests of XignManagerTests to kill. It kills itself at a step.
///
///     DatabaseMover SOURCE TARGET ISSUER KEY STEP NUMBER
///
/// KEY is the key-encryption key as base64url. STEP and NUMBER name the nth report of a step of `WorkProgress`.
@main struct DatabaseMover {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 7, let issuer = ManagerOrigin(arguments[3]), let key = Base64URL.decode(arguments[4]),
            let number = Int(arguments[6])
        else {
            // A test that calls it otherwise is wrong.
            fatalError("DatabaseMover SOURCE TARGET ISSUER KEY STEP NUMBER")
        }
        let (step, reports) = (arguments[5], Locked(0))
        let move = DatabaseMove(
            from: try DatabaseAddress(arguments[1]), issuer: issuer, clock: .system, operatorName: "root"
        ) { progress in
            guard "\(progress.step)" == step else { return }
            let isTime = reports.withLock { count in
                count += 1
                return count == number
            }
            if isTime { kill(getpid(), SIGKILL) }
        } vault: {
            Vault(keyEncryptionKey: SymmetricKey(data: key))
        }
        _ = try move(to: arguments[2])
    }
}
