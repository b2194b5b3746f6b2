import CLinux
import Glibc
import XignUseCases

extension DataFolder {
    /// Gives this process the rights of the folder's owner, where root has started it and the folder is another user's:
    /// files of root in it, such as the database's write-ahead log, would lock the manager out.
    ///
    /// All threads are concerned. A second call does nothing, also for another folder.
    /// - Parameter forGood: true if root's rights are given up; otherwise ``asOperator(_:)`` still has them.
    /// - Throws: `ManagerError`. The process must then not open the folder.
    package func takeOwnersRights(forGood: Bool) throws {
        var information = stat()
        guard geteuid() == 0, stat(path, &information) == 0, information.st_uid != 0 else { return }
        // As systemd starts a service: with all groups of its user. An owner without a name has the folder's group.
        let entry = getpwuid(information.st_uid)?.pointee
        let error = clinux_take_rights(
            information.st_uid, entry?.pw_gid ?? information.st_gid, entry?.pw_name, forGood)
        guard error == 0 else {
            throw ManagerError(
                .folderPermissions,
                "Cannot take on the rights of the owner of \(path): error \(error). Run the command as that user.")
        }
        // libpq looks there for certificates, and fails where it may not.
        if let home = entry?.pw_dir { setenv("HOME", home, 1) }
    }
}

/// Runs a closure that opens or removes files which the operator has named on the command line. Where
/// ``DataFolder/takeOwnersRights(forGood:)`` has kept root's rights, this thread has them at files meanwhile.
///
/// Calls cannot be nested. The closure neither starts a thread nor touches the data folder.
package func asOperator<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard getuid() == 0, geteuid() != 0 else { return try body() }
    clinux_use_files_as(getuid(), getgid())
    defer { clinux_use_files_as(geteuid(), getegid()) }
    return try body()
}
