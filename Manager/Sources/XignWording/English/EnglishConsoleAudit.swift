struct EnglishConsoleAudit: ConsoleAuditWording {
    let title = "Audit log"
    let explanation =
        "What happened at this manager, newest first. The days to choose begin and end at midnight in UTC."
    let explanationOfOrganization =
        "What happened at your services and with your administrators, newest first. People have the id (sub) that the service knows, or the id of their membership. The days to choose begin and end at midnight in UTC."

    let filter = "Choose events"
    let from = "From"
    let to = "To"
    let what = "What"
    let whom = "Who or whom"
    let whomHint = "Name or id; empty: everybody"
    let whomHintOfOrganization = "An id as in this log, or the name of an administrator; empty: everybody"
    let show = "Show"

    func selection(_ selection: AuditSelection) -> String {
        switch selection {
        case .all: "Everything"
        case .logins: "Logins"
        case .devices: "Devices"
        case .accounts: "Accounts and data"
        case .administration: "Administration"
        case .configuration: "Services and settings"
        case .security: "Alarms"
        case .steps: "Single steps"
        }
    }

    func flaw(_ flaw: AuditFilterFlaw) -> String {
        switch flaw {
        case .day: "Type a day as year, month and day, such as 2026-11-20."
        case .period:
            "Choose 31 days at most, the first one first. For more, use xignin-manager audit export at the machine."
        case .unknown: "Nobody has this name or id. An account that was removed is found by its id alone."
        case .unknownInOrganization: "Nobody in this log has this id. Names are those of your administrators alone."
        }
    }

    let empty = "Nothing like this happened in these days."
    let moreToSearch = "The search has stopped here to spare the database. Older events may fit, too."
    let searchFurther = "Look further"
    let evidence = "Evidence"
    let details = "Details"
    let export = "Export these"
    let exportExplanation = "A file with all events of this choice. The export itself is recorded."

    func sentence(_ kind: AuditKind, account: String, device: String, service: String) -> Phrase {
        switch kind {
        case .managerInitialized: "The manager was set up"
        case .configurationApplied: "The configuration was changed"
        case .serviceSecretChanged: "The secret of the service \(service) was changed"
        case .clientRefused: "The server of \(service) was refused, since it did not prove itself"
        case .encryptionKeysRotated: "The keys of the sealed channel were replaced"
        case .idTokenKeysRotated: "The keys of ID tokens were rotated"
        case .idTokenKeysReplaced: "The keys of ID tokens were replaced at once"
        case .keyMaterialEpochBegun: "The root keys have signed new key material for apps"
        case .keyEncryptionKeyReplaced: "The key that encrypts the database was replaced"
        case .keyEncryptionKeyRetired: "Nothing is encrypted with the former key of the database any more"
        case .databaseRestored: "The database was restored from a backup"
        case .accountCreated: "The account \(account) was created"
        case .accountEnabled: "The account \(account) was enabled"
        case .accountDisabled: "The account \(account) was disabled"
        case .accountRemoved: "The account \(account) was removed"
        case .accountExported: "\(account) got a copy of all data of the account"
        case .attributesChanged: "Data of the account \(account) was changed"
        case .membershipAdded: "\(account) became a member of an organization"
        case .websiteWithdrawn: "\(account) withdrew from \(service)"
        case .lastingAccessEnded: "\(account) ended the lasting access of \(service)"
        case .activationIssued: "A code for the new device \(device) of \(account) was made"
        case .activationPINWrong: "A wrong PIN was typed for the new device \(device) of \(account)"
        case .activationVoided: "The code for the new device \(device) of \(account) became void"
        case .activationAlreadyUsed: "The used code of the device \(device) of \(account) was tried once more"
        case .activationRefused: "The new device \(device) of \(account) was refused: it is not secure enough"
        case .activationPersonalized: "The device \(device) of \(account) was connected"
        case .activationRevoked: "The device \(device) of \(account) was revoked"
        case .activationLocked: "The device \(device) of \(account) was locked for good after wrong PINs"
        case .activationRenamed: "The device \(device) of \(account) was renamed"
        case .activationMerged: "\(account) accepted an invitation with the device \(device)"
        case .deviceLocked: "\(account) locked the device \(device) for good"
        case .deviceUnlocked: "The device \(device) of \(account) was unlocked"
        case .pinChanged: "The PIN of the device \(device) of \(account) was changed"
        case .factorAdded: "The device \(device) of \(account) can now confirm with biometrics"
        case .utilityRefused: "A change by \(account) with the device \(device) was refused"
        case .recoveryIssued: "A code for the return of \(account) was made"
        case .sessionTaken: "A login to \(service) was refused on \(device) of \(account): another device had begun it"
        case .loginConfirmed: "\(account) logged in to \(service) with \(device)"
        case .loginRefused: "A login of \(account) to \(service) with \(device) was refused"
        case .loginDeclined: "\(account) declined a login to \(service) on \(device)"
        case .loginDisowned: "\(account) stopped a login to \(service) on \(device): somebody else had begun it"
        case .loginDisownedLater: "\(account) said that a login to \(service) with \(device) was somebody else"
        case .correctionsExhausted: "A login of \(account) to \(service) ended after too many corrections"
        case .pairingFailed: "A login of \(account) to \(service) was stopped on \(device): wrong digits were typed"
        case .codeIssued: "The login of \(account) went back to \(service)"
        case .codeRedeemed: "\(service) collected the login of \(account)"
        case .codeRefused: "\(service) could not collect the login of \(account)"
        case .codeReused: "The login of \(account) was collected twice at \(service), so it was made void"
        case .loginRemembered: "A browser remembers the login of \(account) to \(service) with \(device)"
        case .rememberedLoginUsed: "The remembered login of \(account) to \(service) was used, confirmed with \(device)"
        case .rememberedLoginEnded: "\(account) ended a remembered login to \(service), confirmed with \(device)"
        case .tokensRefreshed: "\(service) came back for \(account) with its refresh token"
        case .refreshRefused: "\(service) could not come back for \(account) with its refresh token"
        case .refreshTokenReused: "An old refresh token of \(account) was presented at \(service), so it was made void"
        case .tokenRevoked: "\(service) revoked a token of \(account)"
        case .sessionBegun: "\(account) opened \(service) with \(device)"
        case .sessionEnded: "\(account) logged out of \(service), opened with \(device)"
        case .grantGiven: "\(account) was given rights in the console"
        case .grantWithdrawn: "Rights of \(account) in the console were withdrawn"
        case .actRequested: "An act on the account \(account) waits for a second person"
        case .actApproved: "A second person confirmed an act on the account \(account)"
        case .actWithdrawn: "An act on the account \(account) was withdrawn before a second person confirmed it"
        case .actExpired: "No second person confirmed an act on the account \(account) in time"
        case .actRefused: "An act on the account \(account) was refused"
        case .auditExported: "A part of the audit log was exported"
        case .auditShortened: "Old events were removed from the audit log"
        case .auditChainReplaced: "The chain that protects the audit log was replaced"
        case .invitationExpired: "An invitation of \(account) expired"
        }
    }

    let removed = "(removed)"
    let noMember = "(no member)"
    let hiddenDevice = "(not shown)"
    let accountPages = "the account pages"
    let console = "the console"
    let byPerson = "by the person"
    func byOperator(_ account: String) -> Phrase { "by \(account), at the console" }
    func atMachine(_ name: String) -> Phrase { "at the machine, by \(name)" }
    let atMachineOfManager = "at the machine, by an operator of the manager"
    let byManager = "by the manager itself"
    let byWebsite = "by the server of the service"
    func network(_ network: String) -> Phrase { "from the network \(network)" }

    let eventTitle = "Event"
    let time = "Time"
    let account = "Account"
    let subject = "Id at the service (sub)"
    let member = "Id of the membership"
    let device = "Device"
    let service = "Service"
    let organization = "Organization"
    let actor = "Who"
    let networkTerm = "Network"
    let detail = "Detail"
    let name = "Name of the event"
    let process = "Process"

    let evidenceTitle = "Evidence"
    let secondEvidenceTitle = "Evidence of the second person"
    let noEvidence = "No device confirmed this."
    let erasedEvidence = "The statement was erased with its account. Its SHA-256 is kept."
    let erasedEvidenceOfOrganization = "The statement was erased with its account."
    let evidenceOfManager =
        "The signed statement itself is for the operators of this manager alone. It has the key and the id of the device, by which organizations could find out that they know the same person. Name this process to them if you need it."
    let evidenceExplanation =
        "The statement that the device signed. With the keys of the device, anybody can verify it without this manager."
    let shown = "Shown on the device"
    let signedBy = "Signed by"
    let signedAt = "Signed at"
    let signature = "Signature"
    func signature(_ result: SignatureResult) -> String {
        switch result {
        case .valid: "verified"
        case .invalid: "does not fit the statement"
        case .keyUnknown: "the key of the device is gone"
        }
    }
    let hash = "SHA-256"
    let saveStatement = "Save the statement"
}
