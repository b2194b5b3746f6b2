import XignUseCases

extension Configuration {
    static let recoverySurface = "recovery"

    /// True where people recover their accounts alone.
    /// - Throws: `ManagerError` with the code `recoveryNeedsMail` where no code could be mailed, where nobody would be
    ///   told that a recovery has begun, and where there are no account pages.
    package func servesRecovery() throws -> Bool {
        let surfaces = surfaces ?? []
        guard surfaces.contains(Self.recoverySurface) else { return false }
        guard let mail else {
            throw ManagerError(
                .recoveryNeedsMail,
                "surfaces has recovery, whose codes are mailed: write `mail:` with server and from, or leave out "
                    + "recovery.")
        }
        guard mail.notices ?? true || notify != nil else {
            throw ManagerError(
                .recoveryNeedsMail,
                "surfaces has recovery, and nobody would be told that one has begun: write `notices: true` below mail, or "
                    + "name the program that tells people in `notify`.")
        }
        guard surfaces.contains("account") else {
            throw ManagerError(
                .recoveryNeedsMail, "surfaces has recovery, whose codes people make on the account pages: add account.")
        }
        return true
    }
}
