import XignDomain

/// The events of the audit log, and the notices of an account.
struct EnglishEvents: EventWording {
    func words(for kind: AuditEvent.Kind, account: String, device: String, service: String) -> EventWords {
        switch kind {
        // The operator and the manager itself
        case .managerInitialized: .init("The manager was set up")
        case .configurationApplied: .init("The configuration was changed")
        case .serviceSecretChanged: .init("The secret of the service \(service) was changed")
        case .clientRefused: .init("The server of \(service) was refused, since it did not prove itself")
        case .encryptionKeysRotated: .init("The keys of the sealed channel were replaced")
        case .idTokenKeysRotated: .init("The keys of ID tokens were rotated")
        case .idTokenKeysReplaced: .init("The keys of ID tokens were replaced at once")
        case .keyMaterialEpochBegun: .init("The root keys have signed new key material for apps")
        case .keyEncryptionKeyReplaced: .init("The key that encrypts the database was replaced")
        case .keyEncryptionKeyRetired: .init("Nothing is encrypted with the former key of the database any more")
        case .auditExported: .init("A part of the audit log was exported")
        case .auditShortened: .init("Old events were removed from the audit log")
        case .auditChainReplaced: .init("The chain that protects the audit log was replaced")
        case .databaseRestored: .init("The database was restored from a backup")
        case .databaseMoved: .init("The database was moved to another place")
        // Logins
        case .sessionTaken:
            .init(
                "A login to \(service) was refused on \(device) of \(account): another device had begun it")
        case .loginConfirmed:
            .init(
                "\(account) logged in to \(service) with \(device)",
                history: "Login to \(service) with \(device)")
        case .loginRefused:
            .init(
                "A login of \(account) to \(service) with \(device) was refused",
                history: "A login to \(service) with \(device) was refused")
        case .pairingFailed:
            .init(
                "A login of \(account) to \(service) was stopped on \(device): wrong digits were typed",
                history: "A login to \(service) was stopped on \(device): the digits were not those of the login page")
        case .loginDeclined:
            .init(
                "\(account) declined a login to \(service) on \(device)",
                history: "A login to \(service) was declined on \(device)")
        case .loginDisowned:
            .init(
                "\(account) stopped a login to \(service) on \(device): somebody else had begun it",
                history: "You stopped a login to \(service) on \(device): it was not yours")
        case .loginDisownedLater:
            .init(
                "\(account) said that a login to \(service) with \(device) was somebody else’s",
                history: "You said that a login to \(service) with \(device) was not yours")
        case .correctionsExhausted: .init("A login of \(account) to \(service) ended after too many corrections")
        case .codeIssued: .init("The login of \(account) went back to \(service)")
        case .codeRedeemed: .init("\(service) collected the login of \(account)")
        case .codeRefused: .init("\(service) could not collect the login of \(account)")
        case .codeReused:
            .init(
                "The login of \(account) was collected twice at \(service), so it was ended",
                history: "A login to \(service) was used twice, so we have ended it")
        case .tokensRefreshed: .init("\(service) came back for \(account) with its refresh token")
        case .refreshRefused: .init("\(service) could not come back for \(account) with its refresh token")
        case .tokenRevoked: .init("\(service) revoked a token of \(account)")
        case .refreshTokenReused:
            .init(
                "An old refresh token of \(account) was presented at \(service), so its lasting access was ended",
                history: "An old key of \(service) was used again, so we have ended its lasting access")
        case .loginRemembered:
            .init(
                "A browser remembers the login of \(account) to \(service) with \(device)",
                history: "A browser remembers the login to \(service) with \(device)")
        case .rememberedLoginUsed:
            .init(
                "The remembered login of \(account) to \(service) was used, confirmed with \(device)")
        case .rememberedLoginEnded:
            .init(
                "\(account) ended a remembered login to \(service), confirmed with \(device)",
                history: "A remembered login to \(service) was ended, confirmed with \(device)")
        case .sharedLoginBegun:
            .init(
                "\(account) began a shared login at \(service) with \(device)",
                history: "A login to \(service) with \(device) holds at other websites, too: you have allowed that")
        case .sharedLoginUsed:
            .init("The shared login of \(account) was used at \(service), confirmed with \(device)")
        case .sharedLoginEnded:
            .init(
                "A shared login of \(account) was ended, confirmed with \(device)",
                history: "A login that held at several websites was ended, confirmed with \(device)")
        case .sessionBegun:
            .init(
                "\(account) opened \(service) with \(device)",
                history: "Login to your account pages with \(device)")
        case .sessionEnded:
            .init(
                "\(account) logged out of \(service), opened with \(device)",
                history: "Logout from your account pages, begun with \(device)")
        // Devices
        case .activationIssued:
            .init(
                "A code for the new device \(device) of \(account) was issued",
                history: "A code for the new device \(device) was made")
        case .activationPINWrong:
            .init(
                "A wrong PIN was typed for the new device \(device) of \(account)",
                history: "A wrong PIN was typed for the new device \(device)")
        case .activationVoided:
            .init(
                "The code for the new device \(device) of \(account) no longer works",
                history: "The code for the new device \(device) no longer works")
        case .activationAlreadyUsed:
            .init(
                "The used code of the device \(device) of \(account) was tried once more",
                history: "The used code of \(device) was tried once more")
        case .activationRefused:
            .init(
                "The new device \(device) of \(account) was refused: it is not secure enough",
                history: "The new device \(device) was refused: it is not secure enough")
        case .activationPersonalized:
            .init(
                "The device \(device) of \(account) was connected",
                history: "The device \(device) was connected")
        case .activationRevoked:
            .init(
                "The device \(device) of \(account) was revoked",
                history: "The device \(device) was removed")
        case .activationLocked:
            .init(
                "The device \(device) of \(account) was locked for good after wrong PINs",
                history: "The device \(device) was locked for good after wrong PINs")
        case .activationRenamed:
            .init(
                "The device \(device) of \(account) was renamed",
                history: "The device \(device) was renamed")
        case .activationMerged:
            .init(
                "\(account) accepted an invitation with the device \(device)",
                history: "An invitation was accepted")
        case .pinChanged:
            .init(
                "The PIN of the device \(device) of \(account) was changed",
                history: "The PIN of \(device) was changed")
        case .factorAdded:
            .init(
                "The device \(device) of \(account) can now confirm with biometrics",
                history: "The device \(device) can now confirm with biometrics")
        case .deviceLocked:
            .init(
                "\(account) locked the device \(device) for good",
                history: "You locked the device \(device) for good")
        case .deviceStopped:
            .init(
                "The device \(device) of \(account) was stopped by a link in an email",
                history: "The device \(device) was stopped by a link in an email")
        case .utilityRefused:
            .init(
                "A change by \(account) with the device \(device) was refused",
                history: "A change with \(device) was refused")
        case .recoveryCodeChanged:
            .init(
                "The recovery code of \(account) was made, replaced or removed",
                history: "The recovery code was made, replaced or removed")
        case .recoveryBegun:
            .init(
                "Somebody with the recovery code and a mailbox began to recover \(account)",
                history: "Somebody with the recovery code and a mailbox began to recover the account")
        case .recoveryStopped:
            .init("The recovery of \(account) ended without a device", history: "The recovery ended without a device")
        case .recoveryCompleted:
            .init(
                "\(account) was recovered with the device \(device)",
                history: "The account was recovered with the device \(device)")
        case .recoveryRefused: .init("A recovery of \(account) was refused", history: "A recovery was refused")
        // Accounts
        case .accountCreated: .init("The account \(account) was created", history: "The account was created")
        case .accountEnabled: .init("The account \(account) was enabled", history: "The account was switched on again")
        case .accountDisabled: .init("The account \(account) was disabled", history: "The account was switched off")
        case .accountExported:
            .init(
                "\(account) got a copy of all data of the account",
                history: "You got a copy of your data")
        case .accountRemoved: .init("The account \(account) was removed")
        case .attributesChanged: .init("Data of the account \(account) was changed", history: "Your data was changed")
        case .addressVerified:
            .init(
                "\(account) verified an email address by a code",
                history: "You verified an email address by a code")
        case .addressRemoved:
            .init(
                "\(account) removed a verified email address",
                history: "You removed a verified email address")
        case .membershipAdded:
            .init(
                "\(account) became a member of an organization",
                history: "Your account has joined an organization")
        case .groupsChanged:
            .init(
                "Groups of \(account) in an organization were changed",
                history: "Your groups in an organization were changed")
        case .accountNameChanged:
            .init(
                "The name of the account of \(account) at \(service) was changed",
                history: "The name of your account at \(service) was changed")
        case .websiteWithdrawn:
            .init(
                "\(account) withdrew from \(service)",
                history: "You have withdrawn from \(service)")
        case .lastingAccessEnded:
            .init(
                "\(account) ended the lasting access of \(service)",
                history: "You ended the lasting access of \(service)")
        case .invitationExpired: .init("An invitation of \(account) expired")
        case .accountJoined: .init("\(account) has joined with a code, or by registering")
        case .joinLinkMade: .init("A join link was made, or got another end")
        case .joinLinkWithdrawn: .init("A join link was withdrawn")
        // Acts of administrators
        case .deviceUnlocked:
            .init(
                "The device \(device) of \(account) was unlocked",
                history: "The device \(device) was unlocked after wrong PINs")
        case .recoveryIssued:
            .init(
                "A new activation for \(account) was issued",
                history: "The operator made a code with which you can connect a new device")
        case .grantGiven:
            .init(
                "\(account) was given rights in the console",
                history: "You got rights to administer")
        case .loginEnded:
            .init(
                "A login of \(account) to \(service) was ended",
                history: "The operator ended a login to \(service)")
        case .grantWithdrawn:
            .init(
                "Rights of \(account) in the console were withdrawn",
                history: "You lost rights to administer")
        case .actRequested: .init("An act on the account \(account) waits for a second person")
        case .actWithdrawn: .init("An act on the account \(account) was withdrawn before a second person confirmed it")
        case .actRefused: .init("An act on the account \(account) was refused")
        case .actApproved: .init("A second person confirmed an act on the account \(account)")
        case .actExpired: .init("No second person confirmed an act on the account \(account) in time")
        }
    }

    func wrongPIN(device: String, service: String) -> Phrase { "Wrong PIN on \(device), for \(service)" }
    func consoleSessionBegun(device: String) -> Phrase { "Login to the console with \(device)" }
    func consoleSessionEnded(device: String) -> Phrase { "Logout from the console, begun with \(device)" }

    func notice(_ kind: NoticeEvent.Kind, device: String) -> Phrase? {
        switch kind {
        case .pinChanged: "The PIN of \(device) was changed."
        case .factorAdded: "The device \(device) can now confirm with biometrics."
        case .activationIssued: "A code for a new device was made: \(device)"
        case .activationPersonalized: "The device \(device) was connected."
        case .activationRenamed: "The device \(device) was renamed."
        case .activationRevoked: "The device \(device) was removed."
        case .activationLocked: "The device \(device) was locked for good."
        case .membershipAdded: "Your account has joined an organization."
        case .accountDisabled: "The account was switched off."
        case .accountEnabled: "The account was switched on again."
        case .attributesChanged: "Your data was changed."
        case .addressChanged: "A verified email address of your account was added or removed."
        case .loginDisowned: "Somebody said on the pages of your account that a login with \(device) was not yours."
        case .deviceLocked: "The device \(device) was locked for good, by a confirmation with another device."
        case .deviceStopped: "A device, or a code for one, was stopped by a link in an email: \(device)"
        case .accountExported: "A copy of your data was handed out."
        case .deviceUnlocked: "The operator unlocked the device \(device) after wrong PINs."
        case .recoveryIssued: "The operator made a code with which a new device can be connected."
        case .loginEnded: "The operator ended a login of yours to a website."
        case .grantChanged: "Your account's rights to administer were changed."
        case .recoveryCodeChanged: "The recovery code of your account was made, replaced or removed."
        case .recoveryBegun: "Somebody began to recover your account, with your recovery code and a mailbox of yours."
        case .recoveryReady: "The recovery of your account can go on now."
        case .recoveryStopped:
            "The recovery of your account ended without a new device. If you did not begin it, make another recovery "
                + "code."
        case .recoveryCompleted:
            "Your account was recovered. All former devices are removed. Make another recovery code. "
                + "The new device: \(device)"
        case .accountRemoved: nil
        }
    }
}
