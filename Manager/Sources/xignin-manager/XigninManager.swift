import Glibc
import Terminal
import XignServer

/// The manager's command line. Every command opens the data folder and the database by itself, so all commands work
/// while a server runs.
@main
struct XigninManager {
    static let version = "1.0.0-beta.1"

    static func main() {
        let program = Program(
            "xignin-manager", version: version, "The Xign identity provider: passwordless login for websites and apps.",
            exitStatuses: ExitStatus.meanings,
            common: [Options.data, Options.database],
            commands: [
                .initialize, .serve, .healthCheck, .apply, .export, .doctor,
                Command(
                    "user", "People who log in.",
                    subcommands: [
                        .userAdd, .userLetters, .userList, .userShow, .userDisable, .userEnable, .userRemove,
                        .userAttribute, .userGroup, .userAccountName,
                    ]),
                Command("people", "Many people at once.", subcommands: [.peopleImport]),
                .activation, .device, .recovery, .administrator, .confirmation,
                Command(
                    "invitation", "Invitations to organizations.", subcommands: [.invitationCreate, .invitationSend]),
                .join,
                Command(
                    "service", "Websites and apps that people log in to.",
                    subcommands: [.serviceShow, .serviceList, .serviceCheck, .serviceSecret, .serviceRotateSecret]),
                Command("mail", "The manager's mails.", subcommands: [.mailTest]),
                .keyMaterial, .backup, .restore,
                Command("database", "The manager's database.", subcommands: [.databaseMove]),
                Command(
                    "keys", "The manager's keys.",
                    subcommands: [
                        .keysList, .keysRotate, .keysReplaceIDTokenKeys, .keysReplaceOnlineKey, .keysReplaceRootKeys,
                        .keysChangeAppLinkOrigins, .keysPrepareKeyMaterial, .keysSignKeyMaterial,
                        .keysPublishKeyMaterial, .keysRotateKeyEncryptionKey,
                    ]),
                Command(
                    "audit", "The audit log.",
                    subcommands: [.auditList, .auditExport, .auditVerify, .auditHeads, .auditReplaceChain]),
                .evidence,
            ], seeAlso: ["xignin-manager.yaml(5)", "xignin-manager-declarations(5)"],
            isKnown: { RepeatedFailures()?.contains($0) == true })
        exit(program.run())
    }
}
