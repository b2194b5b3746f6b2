import XignDomain
import XignProtocol
import XignStorage

extension KeyChange {
    /// Deletes the account with all of its activations and data. The grant stays and answers a repetition.
    func deleteAccount() throws {
        let others = try transaction.activations.all(of: activation.accountID).map(\.id).filter { $0 != activation.id }
        // The activations come before their processes, as in every other transaction.
        for id in others.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            _ = try transaction.activations.lock(id)
        }
        try record(.accountRemoved, notice: .accountRemoved, device: nil)
        try transaction.accounts.remove(activation.accountID)
    }
}
