import Glibc
import XignUseCases

/// The program that `notify` in `manager.yaml` names. It gets each notice as JSON on standard input.
package struct NotifyProgram: Sendable {
    let subprocess: Subprocess

    /// - Parameters:
    ///   - arguments: the program's absolute path first.
    ///   - timeLimit: the time after which a running program is killed.
    /// - Throws: `ManagerError` where the program cannot be run, or where others could replace it: it runs with the
    ///   manager's rights.
    package init(_ arguments: [String], timeLimit: Duration = .seconds(30)) throws {
        guard let path = arguments.first, path.hasPrefix("/"), !arguments.contains(where: { $0.contains("\0") }) else {
            throw ManagerError(
                .notifyProgram,
                "notify must be a list of a program's absolute path and its arguments, such as "
                    + "[/usr/local/bin/xign-mail, --language, en].")
        }
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw ManagerError(.notifyProgram, "notify names \(path), which is not a file: correct the path.")
        }
        guard access(path, X_OK) == 0 else {
            throw ManagerError(
                .notifyProgram, "notify names \(path), which the manager may not execute: run `chmod 755 \(path)`.")
        }
        guard information.st_uid == geteuid() || information.st_uid == 0, information.st_mode & 0o022 == 0 else {
            throw ManagerError(
                .notifyProgram,
                "Others may change \(path), which notify names: give it to root, and run `chmod 755 \(path)`.")
        }
        subprocess = Subprocess(arguments: arguments, timeLimit: timeLimit)
    }
}
