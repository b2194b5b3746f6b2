import XignHTTP
import XignProtocol
import XignStorage
import XignUseCases

/// The way to mend an error that ends a command, and with it the exit status.
///
/// The unit of systemd starts a manager again after all statuses but that of `correction`. An error belongs there only
/// if the same start is certain to fail again. What is in doubt belongs to `waiting`.
package enum Remedy: Int32, CaseIterable, Sendable {
    /// Network, server, disk or volume can be another one at the next try.
    case waiting = 69
    /// Somebody must correct an option, a file, or the state that a command has found.
    case correction = 78

    package init(for error: any Error) {
        switch error {
        case let error as StorageError: self = error.code.remedy
        case let error as ManagerError: self = error.code.remedy
        // An address that is none is refused before it is used.
        case is SystemError: self = .waiting
        // The database has answered them.
        case is Vault.OpeningError, is StatementError, is DecodingError: self = .waiting
        // About the content of a file, or a name, that somebody has given to a command.
        default: self = .correction
        }
    }
}

extension StorageError.Code {
    package var remedy: Remedy {
        switch self {
        case .invalidAddress, .libraryMissing, .transactionPooling, .strayLog: .correction
        case .uniqueViolation, .foreignKeyViolation, .checkViolation, .notNullViolation, .unexpectedType, .invalidText,
            .noticeTooLong, .transactionFailed, .nestedTransaction, .conflict, .timeout, .unavailable, .outcomeUnknown,
            .full, .inputOutput, .readOnly, .accessDenied, .notFound, .noDatabase, .fileReplaced, .corrupt,
            .notADatabase, .foreignDatabase, .severalInstallations, .otherInstallation, .schemaFromTheFuture,
            .unknownDeclaration, .keyMissing, .closed, .other:
            .waiting
        }
    }
}

extension ManagerError.Code {
    package var remedy: Remedy {
        switch self {
        // `init` may run now. A clock may be wrong until the network is there.
        case .notInitialized, .keyMaterialExpired: .waiting
        case .accountDisabled, .accountName, .actRefused, .alreadyInitialized, .ambiguousDevice, .auditChainDamaged,
            .auditChainEmpty, .auditExport, .auditNotLinked, .backupFile, .backupOfServer, .configuration, .damagedKey,
            .databaseDamaged, .databaseEncoding, .databaseInUse, .databaseMoved, .databaseMoving, .deviceAlias,
            .fileNotRead, .fileNotWritten, .fileOwner, .filePermissions, .folderNotCreated, .folderNotLocked,
            .folderPermissions, .groups, .invitationRoles, .joinTerms, .keyGeneration, .keyMaterialRequest,
            .lastAdministrator, .logo, .mail,
            .missingKey, .moveTarget, .noEvidence, .noRecovery, .noSecret, .noSigningKey, .notifyProgram, .openFiles,
            .outdatedSchema, .pendingDevice, .recoveryNeedsMail, .rootKeys, .tooManyWrongPINs, .unknownDevice,
            .unknownGroup, .unknownJoinLink, .unknownOrganization,
            .unknownRole, .unknownService, .unknownUser, .userExists, .userName, .wrongIssuer, .wrongKeyEncryptionKey:
            .correction
        }
    }
}
