/// The effect of an event on a database that was restored from a backup without it.
public enum Replay: Sendable, Equatable {
    /// Nothing remains of the event: it is a step of what a restoration ends, or it changed nothing.
    case none
    /// The act is done again, if it takes something away and no later one undid it.
    case repeated(Repetition)
    /// The act cannot be repeated, and the operator is told what is missing.
    case lost(Loss)

    /// The acts that are repeated, in the order in which they are.
    public enum Repetition: Sendable, CaseIterable {
        /// Withdrawals from websites.
        case withdrawals
        /// Withdrawals of grants. A grant that was given may have replaced one with more power, which goes as well; so
        /// it is also listed as lost.
        case grants
        /// Groups that people were taken out of. Those that they were put into are listed as lost.
        case groups
        /// Names of accounts at services that were changed or taken. Those that were given are listed as lost: the log
        /// does not have them.
        case accountNames
        /// Wrong PINs, and the logins that end a series of them.
        case guesses
        /// Lockouts of devices, and their ends.
        case locks
        /// Removals of devices, and changes of their PINs.
        case removals
        /// Recovery codes that were made, removed or used: the code of the backup is an earlier one.
        case recoveryCodes
        /// Accounts that were switched off, and on again.
        case disabling
        /// Removals of accounts.
        case accounts
        /// Places of join links that were used up, and links that were withdrawn.
        case joins
        /// Replacements of the keys of ID tokens.
        case keys
    }

    /// The losses, in the order in which the operator reads them.
    public enum Loss: Sendable, CaseIterable {
        case users, devices, secrets, grants, groups, accountNames, values, entries, joinLinks, declarations,
            keyMaterial, keyEncryptionKey, auditChain
    }
}
