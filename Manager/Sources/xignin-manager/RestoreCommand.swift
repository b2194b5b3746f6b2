import Glibc
import Terminal
import XignDomain
import XignProtocol
import XignServer
import XignStorage
import XignUseCases

extension Command {
    /// `restore FILE`.
    static let restore: Command = {
        let file = Parameter<String?>.optionalArgument(
            "FILE", "The backup. Without it, a database of PostgreSQL that pg_restore has restored.",
            completion: .files)
        let audit = Parameter<[String]>.options(
            "audit", "FILE", "An export of the audit log, made after the backup; several if one does not reach back.",
            completion: .files)
        let isAccepted = Parameter<Bool>.flag("accept", "Accept what may have come back, and what is lost.")
        let isUnverified = Parameter<Bool>.flag(
            "unverified", "Restore a backup without its seal, or whose audit log was changed, all the same.")
        return Command(
            "restore", "Restore the database from a backup.",
            discussion: """
                Stop all managers first. The former database stays beside the new one. Everything that is open ends: activations that \
                wait for a device, logins, tokens and sessions. Devices accept the manager again, also those that have seen it later \
                than the backup.

                What was taken away since the backup has come back: removed users and devices, lockouts, grants. --audit takes it away \
                again. Without --accept, the command lists what remains, and changes nothing.

                A backup that was changed since `backup` has sealed it is refused. One that has no seal, or whose audit log was \
                changed, needs --unverified: anybody may have written it.
                """,
            [file, audit, isAccepted, isUnverified]
        ) { given, console in
            let (folder, configuration) = (try given.folder, try given.configuration())
            try explaining {
                let issuer = try configuration.issuerOrigin()
                let paths = given[audit]
                let options = DataFolder.RestoreOptions(
                    export: try paths.isEmpty ? nil : export(paths, issuer), isAccepted: given[isAccepted],
                    isUnverified: given[isUnverified], operatorName: OperatorName.current)
                let vault = try folder.keyEncryptionKeyFile(configuration).vault()
                let address = try folder.databaseAddress(configuration, override: given[Options.database])
                do {
                    var former: String?
                    let report: RestoreReport
                    switch (address, given[file]) {
                    case (.file(let path), let file?):
                        (report, former) = try DataFolder.restore(
                            file, to: path, issuer: issuer, vault: vault, clock: .system, options)
                    case (.server(let url), nil):
                        report = try DataFolder.repairServer(
                            url, issuer: issuer, vault: vault, clock: .system, options)
                    case (.file, nil): throw Failure(.usage, "name the backup")
                    case (.server, _?):
                        throw Failure(.usage, "restore PostgreSQL with pg_restore first, then run this without FILE")
                    }
                    report.print(to: console)
                    if let former { console.print("The former database is \(former).") }
                } catch let refused as RestoreReport.NotAccepted {
                    refused.report.print(to: console, isDone: false)
                    guard refused.report.doubts.isEmpty || given[isUnverified] else {
                        throw Failure(
                            75,
                            "nothing was changed: restore another backup, or add --unverified if nobody else could "
                                + "write to this one")
                    }
                    throw Failure(75, "nothing was changed: repeat the command with --accept, or with --audit")
                }
            }
        }
    }()

    /// Reads exports of the audit log.
    private static func export(_ paths: [String], _ issuer: ManagerOrigin) throws -> AuditExport {
        var whole = AuditExport()
        for path in paths {
            guard let descriptor = try PrivateFile.openOfOperator(path) else {
                throw Failure(.noInput, "cannot read \(path): there is no such file")
            }
            defer { close(descriptor) }
            var reader = AuditExportReader(issuer: issuer)
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw Failure(.noInput, "cannot read \(path)") }
                if count == 0 { break }
                try reader.read(buffer[..<count])
            }
            whole.add(try reader.finish())
        }
        return whole
    }
}

extension RestoreReport {
    /// - Parameter isDone: false for what would be done.
    fileprivate func print(to console: Console, isDone: Bool = true) {
        console.print("\(isDone ? "Restored" : "Would restore") the state of \(backupOf).")
        console.print("Key material: sequence \(sequence). Ended: \(endedText).")
        for line in replayed { console.print("From the audit log: \(line)") }
        if !remaining.isEmpty { console.print("What remains:") }
        for line in remaining { console.print("- \(line)") }
        if !doubts.isEmpty { console.print("What speaks against this backup:") }
        for line in doubts { console.print("- \(line)") }
    }
}
