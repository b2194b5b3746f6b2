/// A refusal that an operator must act on: what happened, and what to do.
package struct ManagerError: Error, Equatable, CustomStringConvertible {
    /// Stable; printed in the message and written to the log. `docs/operations.md` lists them.
    package enum Code: String, Sendable, CaseIterable {
        case accountDisabled
        case accountName
        case actRefused
        case alreadyInitialized
        case ambiguousDevice
        case auditChainDamaged
        case auditChainEmpty
        case auditExport
        case auditNotLinked
        case backupFile
        case backupOfServer
        case configuration
        case damagedKey
        case databaseDamaged
        case databaseEncoding
        case databaseInUse
        case databaseMoved
        case databaseMoving
        case deviceAlias
        case fileNotRead
        case fileNotWritten
        case fileOwner
        case filePermissions
        case folderNotCreated
        case folderNotLocked
        case folderPermissions
        case groups
        case invitationRoles
        case joinTerms
        case keyGeneration
        case keyMaterialExpired
        case keyMaterialRequest
        case lastAdministrator
        case logo
        case mail
        case missingKey
        case moveTarget
        case noEvidence
        case noRecovery
        case noSecret
        case noSigningKey
        case notInitialized
        case notifyProgram
        case openFiles
        case outdatedSchema
        case pendingDevice
        case recoveryNeedsMail
        case rootKeys
        case tooManyWrongPINs
        case unknownDevice
        case unknownGroup
        case unknownJoinLink
        case unknownOrganization
        case unknownRole
        case unknownService
        case unknownUser
        case userExists
        case userName
        case wrongIssuer
        case wrongKeyEncryptionKey
    }

    package let code: Code
    private let problem: String
    /// The command that mends the problem; nil where `description` says what to do.
    package let advice: Advice?

    /// - Parameters:
    ///   - problem: what happened and what to do, in whole sentences; with an advice, what happened, without the end of
    ///     the sentence.
    ///   - advice: the command that mends it.
    package init(_ code: Code, _ problem: String, _ advice: Advice? = nil) {
        (self.code, self.problem, self.advice) = (code, problem, advice)
    }

    package var description: String { description(ending: "") }

    /// Returns the description with the words of the advice.
    package func description(ending words: String) -> String { "\(problem)\(words) [manager.\(code)]" }
}
