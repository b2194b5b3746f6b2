import Foundation

/// The reason why a file or folder of the SDK cannot be used, where the app or the user can do something about it.
///
/// ``KeyStoreError/storage(_:)`` carries it, which is the underlying error of ``XignSdkErrorCode/storageFailed`` and
/// ``XignSdkInitializationErrorCodes/storageUnusable``.
public struct StorageProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of problems.
    public enum Kind: Sendable, Hashable {
        /// There is no room on the disk, or in the user's share of it. Run the same again when there is room.
        case noSpace
        /// The file system has no locks, as some of networks do not. Use a folder on a local file system.
        case noLocks
        /// The file or folder belongs to another user, or would be made below a folder of one. Use a folder of the
        /// user's own.
        case otherOwner
        /// The file or folder is a symbolic link. Name the folder to which it leads.
        case link
    }

    /// The kind of problem.
    public let kind: Kind
    /// The absolute path of the file or folder.
    public let path: String
    /// The problem and its remedy, as sentences for the app's developer.
    public let description: String

    /// Makes the problem for an error of the system.
    ///
    /// - Parameters:
    ///   - errno: the number of the error, such as `ENOSPC`.
    ///   - path: the absolute path of the file or folder.
    /// - Returns: nil for an error of no kind.
    public init?(errno: Int32, path: String) {
        switch errno {
        case ENOSPC, EDQUOT, EFBIG:
            self.init(.noSpace, path, "There is no room for \(path). Run the same again when there is room.")
        case ENOLCK, EOPNOTSUPP, ENOSYS:
            let reason = String(cString: strerror(errno))
            self.init(
                .noLocks, path,
                "Cannot lock \(path): its file system has no locks (\(reason)). Choose a storage location on a local "
                    + "file system.")
        // O_NOFOLLOW has met a link.
        case ELOOP: self = .link(path)
        default: return nil
        }
    }

    private init(_ kind: Kind, _ path: String, _ description: String) {
        (self.kind, self.path, self.description) = (kind, path, description)
    }

    static func otherOwner(_ path: String) -> StorageProblem {
        StorageProblem(.otherOwner, path, "\(path) belongs to another user. Choose a storage location of your own.")
    }

    static func otherOwner(above path: String, _ ancestor: String) -> StorageProblem {
        StorageProblem(
            .otherOwner, ancestor,
            "\(path) is not made, since \(ancestor) belongs to another user. Choose a storage location of your own.")
    }

    static func link(_ path: String) -> StorageProblem {
        StorageProblem(
            .link, path,
            "\(path) is a symbolic link. Choose the folder to which it leads as storage location.")
    }
}

extension KeyStoreError {
    /// Makes the error for a call of the system that has failed.
    ///
    /// - Parameters:
    ///   - action: a verb, such as "write".
    ///   - number: the system's number of the error.
    static func failure(_ action: String, _ path: String, _ number: Int32) -> KeyStoreError {
        StorageProblem(errno: number, path: path).map(KeyStoreError.storage)
            ?? .unusable("Cannot \(action) \(path): \(String(cString: strerror(number))).")
    }
}
