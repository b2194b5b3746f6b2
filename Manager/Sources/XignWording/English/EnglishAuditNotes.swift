import XignDomain
import XignProtocol

struct EnglishAuditNotes: AuditNoteWording {
    func words(_ note: AuditNote, attributes: [String], organization: String?) -> Phrase {
        switch note {
        case .confirmed(let factors): Phrase(stringLiteral: "Confirmed with \(names(factors))")
        case .wrong(let factors, nil): Phrase(stringLiteral: "Wrong \(names(factors))")
        case .wrong(let factors, let count?): Phrase(stringLiteral: "Wrong \(names(factors)), \(count) in a row")
        case .lockedFor(let seconds): Phrase(stringLiteral: "Locked for \(duration(seconds))")
        case .lockedForGood: "Locked for good"
        case .insecure(let findings): Phrase(stringLiteral: findings.map(finding).joined(separator: ", "))
        case .act(let act): Phrase(stringLiteral: EnglishConsoleActs().title(act))
        case .otherAct(let act): Phrase(stringLiteral: self.act(act))
        case .cause(let cause): Phrase(stringLiteral: self.cause(cause))
        case .identity(let check): Phrase(stringLiteral: EnglishConsoleReason().identityCheck(check))
        case .reason(let reason): "Reason: \(reason)"
        case .right(let right): EnglishConsoleAccounts().right(right, organization: organization)
        case .otherDevice: "Confirmed with another device"
        case .attributes: Phrase(stringLiteral: attributes.joined(separator: ", "))
        case .days(let first, let last): "From \(first) to \(last)"
        case .eventsBefore(let day): "Those before \(day)"
        case .evidence(let process): "The evidence of \(process)"
        case .memberOf(let organization): "A person became a member of \(organization)"
        case .noMemberOf(let organization): "A person is no longer a member of \(organization)"
        case .groups(.given(let names)): "New in groups: \(names.text)"
        case .groups(.taken(let names)): "No longer in groups: \(names.text)"
        case .accountName(.given): "The account has a name there now"
        case .accountName(.changed): "The account has another name there now"
        case .accountName(.taken): "The account has no name there now"
        case .role(let role, let service): "A person got the role \(role) at \(service)"
        case .noRole(let role, let service): "A person lost the role \(role) at \(service)"
        case .changed(.settings): "The settings"
        case .changed(.theOperator): "What pages say about the operator"
        case .changed(.organization(let name)): "The organization \(name)"
        case .changed(.service(let name)): "The service \(name)"
        case .added(.organization(let name)): "New: the organization \(name)"
        case .added(.service(let name)): "New: the service \(name)"
        case .added(.settings), .added(.theOperator): "New"
        }
    }

    private func names(_ factors: [FactorType]) -> String { factors.map(name).joined(separator: " and ") }

    private func name(_ factor: FactorType) -> String {
        switch factor {
        case .biometric: "biometrics"
        case .device: "the device"
        case .otp: "one-time password"
        case .pin: "PIN"
        case .yubikey: "YubiKey"
        }
    }

    private func duration(_ seconds: Int) -> String {
        switch seconds {
        case _ where seconds % 3600 == 0: seconds == 3600 ? "1 hour" : "\(seconds / 3600) hours"
        case _ where seconds % 60 == 0: seconds == 60 ? "1 minute" : "\(seconds / 60) minutes"
        default: seconds == 1 ? "1 second" : "\(seconds) seconds"
        }
    }

    private func finding(_ finding: SecurityFinding) -> String {
        switch finding {
        case .rooted: "The device is rooted or jailbroken"
        case .hooked: "Foreign code runs in the app"
        case .unchecked: "The device sent no security check"
        case .outdatedSystem: "The system of the device is too old"
        }
    }

    func act(_ act: OtherAct) -> String {
        switch act {
        case .revoke, .removeDevice: "Remove a device"
        case .approve: "Confirm as the second person"
        case .connectDevice, .newActivation: "Connect another device"
        case .lockDevice: "Lock a device for good"
        case .exportData: "Get a copy of all data"
        case .deleteAccount: "Delete the account"
        case .removeAddress: "Remove a verified email address"
        case .makeRecoveryCode: "Make a recovery code"
        case .removeRecoveryCode: "Remove the recovery code"
        case .login, .inAppLogin: "A login"
        case .transaction: "Confirm an act"
        case .merge, .acceptJoin: "Accept an invitation"
        case .addFactor: "Confirm with biometrics from now on"
        case .changePin: "Change the PIN"
        case .delete: "Delete this device’s activation"
        }
    }

    func cause(_ cause: AuditCause) -> String {
        switch cause {
        case .coolDown: "The device that confirmed is too new for this"
        case .limit: "Too many devices or acts wait already"
        case .lastDevice: "No usable device would be left"
        case .notThere: "It does not exist, or is out of reach"
        case .alreadyLocked: "The device was locked already"
        case .exports: "Too many copies within a day"
        case .malformedAlias: "The name of the device cannot be shown"
        case .changed: "It had changed since the page was shown"
        case .locked, .lockedOut: "The device was locked"
        case .deviceEnded: "The device was removed meanwhile"
        case .sessionOver: "The browser was logged out meanwhile"
        case .otherSession: "Another browser had asked for it"
        case .notPermitted: "The administrator had no right to it"
        case .protectedAccount: "The account has rights that the administrator does not have"
        case .ownAccount: "It was the administrator’s own account"
        case .samePerson: "The same person had confirmed it before"
        case .secondAdministrator: "A second administrator can confirm it"
        case .lastAdministrator: "Nobody who can administer would be left"
        case .alreadyDone: "It was so already"
        case .notLocked: "The device was not locked"
        case .lockedForGood: "The device is locked for good"
        case .deviceInUse: "The account has a device in use"
        case .accountDisabled: "The account is disabled"
        case .noIdentityCheck: "Nobody said how the person was checked"
        case .notAllowed: "The account’s rules do not allow it"
        case .factorRefused: "The device may not confirm with this"
        case .policyChanged: "The rules have changed meanwhile"
        case .grantMismatch: "What was signed is not what was confirmed"
        case .expired: "It came too late"
        case .otherClient: "It belongs to another website"
        case .otherRedirectURI: "Another return address was named"
        case .wrongVerifier: "The website could not prove that it had begun the login"
        case .otherKey: "Another key was used than before"
        case .notActive: "The account, the device or the website was switched off"
        case .roleWithdrawn: "The person had lost the role"
        case .roleChanged: "The role had changed"
        case .otherAccount: "The website asked for another account"
        case .unmetRequirements: "The website asked for a stronger confirmation than any role allows on this device"
        case .noRole: "The person is no member, or has no role"
        case .changedSinceStatement: "Rights or rules changed while the person was confirming"
        case .withdrawnSinceConfirmation: "The rights were withdrawn after the confirmation"
        case .noDigits: "No digits were typed"
        case .otherDigits: "The digits were not those of the page"
        case .wrongSecret: "Its secret was wrong or missing"
        case .wrongAssertion: "Its signature was wrong or missing"
        case .switchedOff: "The service is switched off"
        case .formerSecretEnded: "The former one is no longer accepted"
        case .noChainEnd: "The former chain has no end"
        case .made: "It was made, in place of a former one"
        case .removed: "It was removed"
        case .ended: "It no longer counts"
        case .device: "Stopped on the account pages"
        case .use: "A device of the account was used"
        case .link: "Stopped by the link of an email"
        case .operator: "Stopped by an operator"
        case .time: "Nobody went on in time"
        case .noAddress: "The account has no verified address that can be mailed to"
        case .administrator: "The account has rights in the console"
        case .tooManyBegins: "It was begun three times within thirty days"
        case .used: "A device of the account was used meanwhile"
        case .wrongPINs: "Too many wrong PINs were tried at activations"
        }
    }
}
