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
            [file, audit, isAccepted, isUnverified, Parameter<Bool>.json],
            examples: ["xignin-manager restore /media/backup/xign.sqlite --audit /media/backup/audit.ndjson"]
        ) { given, console in
            let (folder, configuration) = (try given.folder, try given.configuration())
            try explaining {
                let issuer = try configuration.issuerOrigin()
                let paths = given[audit]
                let vault = try folder.keyEncryptionKeyFile(configuration).vault()
                let address = try folder.databaseAddress(configuration, override: given[Options.database])
                do {
                    let (report, former) = try console.showingWork { progress -> (RestoreReport, String?) in
                        let options = DataFolder.RestoreOptions(
                            export: try paths.isEmpty ? nil : export(paths, issuer, progress),
                            isAccepted: given[isAccepted], isUnverified: given[isUnverified],
                            operatorName: OperatorName.current, reporting: progress)
                        switch (address, given[file]) {
                        case (.file(let path), let file?):
                            return try DataFolder.restore(
                                file, to: path, issuer: issuer, vault: vault, clock: .system, options)
                        case (.server(let url), nil):
                            return (
                                try DataFolder.repairServer(
                                    url, issuer: issuer, vault: vault, clock: .system, options), nil
                            )
                        case (.file, nil): throw Failure(.usage, "name the backup")
                        case (.server, _?):
                            throw Failure(
                                .usage, "restore PostgreSQL with pg_restore first, then run this without FILE")
                        }
                    }
                    try given.print(
                        RestoreJSON(report, former: former),
                        or: report.lines() + (former.map { ["The former database is \($0)."] } ?? []), on: console)
                } catch let refused as RestoreReport.NotAccepted {
                    try given.print(
                        RestoreJSON(refused.report, isDone: false), or: refused.report.lines(isDone: false), on: console
                    )
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
    private static func export(
        _ paths: [String], _ issuer: ManagerOrigin, _ progress: ReportProgress
    ) throws -> AuditExport {
        var whole = AuditExport()
        for path in paths {
            guard let descriptor = try PrivateFile.openOfOperator(path) else {
                throw Failure(.noInput, "cannot read \(path): there is no such file")
            }
            defer { close(descriptor) }
            var information = stat()
            let size = fstat(descriptor, &information) == 0 ? Int64(information.st_size) : nil
            var done: Int64 = 0
            var reader = AuditExportReader(issuer: issuer)
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw Failure(.noInput, "cannot read \(path)") }
                if count == 0 { break }
                try reader.read(buffer[..<count])
                done += Int64(count)
                progress(WorkProgress(.readingExport, done: done, of: size))
            }
            whole.add(try reader.finish())
        }
        return whole
    }
}

extension RestoreReport {
    /// - Parameter isDone: false for what would be done.
    fileprivate func lines(isDone: Bool = true) -> [Text] {
        func list(_ title: Text, _ lines: [String]) -> [Text] { lines.isEmpty ? [] : [title] + lines.map { "- \($0)" } }
        return [
            "\(isDone ? "Restored" : "Would restore") the state of \(backupOf).",
            "Key material: sequence \(sequence). Ended: \(endedText).",
        ] + replayed.map { "From the audit log: \($0)" } + list("What remains:", remaining)
            + list("What speaks against this backup:", doubts)
    }
}

/// The JSON of `restore`.
private struct RestoreJSON: Encodable {
    struct Ended: Encodable {
        let activations: Int
        let processes: Int
        let tokens: Int
        let rememberedLogins: Int
        let browserSessions: Int
        let joinLinks: Int
    }

    let restored: Bool
    let backupOf: String
    let sequence: Int64
    let ended: Ended
    let replayed: [String]
    let remaining: [String]
    let doubts: [String]
    let formerDatabase: String?

    init(_ report: RestoreReport, former: String? = nil, isDone: Bool = true) {
        (restored, backupOf, sequence, formerDatabase) = (isDone, report.backupOf, report.sequence, former)
        (replayed, remaining, doubts) = (report.replayed, report.remaining, report.doubts)
        ended = Ended(
            activations: report.ended.activations, processes: report.ended.processes, tokens: report.ended.tokens,
            rememberedLogins: report.ended.rememberedLogins, browserSessions: report.ended.browserSessions,
            joinLinks: report.ended.joinLinks)
    }
}
