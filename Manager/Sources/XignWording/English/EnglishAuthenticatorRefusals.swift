struct EnglishAuthenticatorRefusals {
    /// The name of the operator.
    let provider: String

    func words(for refusal: AuthenticatorRefusal) -> Refusal {
        switch refusal {
        case .malformed, .unexpected:
            Refusal(
                title: "That did not work",
                whatHappened: "Something happened that nobody expected. Nothing was confirmed.",
                whatToDo: "Reload this page, then begin again. If that does not help, tell the operator.")
        case .notSupported:
            Refusal(
                title: "This is not offered here",
                whatHappened: "\(provider) cannot do what was asked for. Nothing was confirmed.",
                whatToDo: "Reload this page, then begin again. If that does not help, ask the operator.")
        case .clientTooOld:
            Refusal(
                title: "This page cannot do that",
                whatHappened: "It needs something that the authenticator in a browser does not have. Nothing was "
                    + "confirmed.",
                whatToDo: "Reload this page. If that does not help, use another device.")
        case .securityInsufficient:
            Refusal(
                title: "This needs a device with the app",
                whatHappened: "Only a device that an app has checked is accepted here. Nothing was confirmed.",
                whatToDo: "Use an authenticator app on another device: the page with the code waits for it.")
        case .unauthenticated, .grantMismatch, .grantSpent:
            Refusal(
                title: "Your confirmation is no longer valid",
                whatHappened: "It has expired, or it was used in another tab. Nothing was changed.",
                whatToDo: "Begin again.")
        case .activationUnknown:
            Refusal(
                title: "This browser is not connected",
                whatHappened: "It has no keys: you have not connected it yet, its data were deleted, or it was removed "
                    + "from your account. Nothing was confirmed.",
                whatToDo: "Use a device that you have connected. To connect this browser, get a code: on the page of "
                    + "your account with that device, or from the operator.")
        case .accountDisabled:
            Refusal(
                title: "Your account is switched off",
                whatHappened:
                    "The operator has switched it off. This browser remains connected, and works again with the "
                    + "account.",
                whatToDo: "Ask the operator.")
        case .activationInvalid:
            Refusal(
                title: "This code does not work",
                whatHappened: "It is unknown, it has expired, or it was replaced by another one.",
                whatToDo: "Get a new code from another device of yours, or from the operator.")
        case .enrolmentRefused:
            Refusal(
                title: "This browser was not connected",
                whatHappened: "Perhaps another attempt came in between.",
                whatToDo: "Open the same code again, and begin again.")
        case .alreadyPersonalized:
            Refusal(
                title: "This browser is already connected",
                whatHappened: "It has an account here, and can have only one.",
                whatToDo: "Open the invitation on another device. Or remove the account from this browser in the "
                    + "overview, then open the invitation here again.")
        case .sessionEnded:
            Refusal(
                title: "The time is over",
                whatHappened: "It took too long, or it was ended elsewhere. Nothing was confirmed.",
                whatToDo: "Begin again on the website, and use the new code.")
        case .sessionTaken:
            Refusal(
                title: "Another device was faster",
                whatHappened: "Another device has used this code. With this one you have confirmed nothing.",
                whatToDo: "If that device is not yours, close the page with the code. Begin again with a new one.")
        case .wrongChannel:
            Refusal(
                title: "This link does not fit",
                whatHappened: "It does not belong to the way on which the login began. Nothing was confirmed.",
                whatToDo: "Begin again on the website, and use the new code.")
        case .qrCodeExpired:
            Refusal(
                title: "The code has expired",
                whatHappened: "A code is valid for half a minute. Nothing was confirmed.",
                whatToDo: "Scan the code that the page shows now.")
        case .scanRequired:
            Refusal(
                title: "Scan this code with an app",
                whatHappened: "It is not accepted from a browser. Nothing was confirmed.",
                whatToDo: "Use an authenticator app. Or open the website on this device, and use the link on its login "
                    + "page.")
        case .pairingFailed:
            Refusal(
                title: "The digits were not right",
                whatHappened: "They were not those of the page, so it was ended. Nothing was confirmed.",
                whatToDo: "Begin again on the website, and look at the page in front of you. If somebody told you the "
                    + "digits, do not go on.")
        case .otherAccount:
            Refusal(
                title: "This is for another account",
                whatHappened: "This browser is connected to another account. Nothing was done.",
                whatToDo: "Use a device of that account, or log out on the website first.")
        case .notAMember:
            Refusal(
                title: "You have no access here",
                whatHappened: "Your account has no role at this website. Nobody was logged in.",
                whatToDo: "Ask the organization that offers the website.")
        case .unmetRequirements:
            Refusal(
                title: "This cannot be confirmed in a browser",
                whatHappened: "The website requires an authenticator app, or a way to log in that your role does not "
                    + "have. Nothing was confirmed.",
                whatToDo: "Use a device with the app. If that does not help, ask the operator.")
        case .roleUnknown:
            Refusal(
                title: "You no longer have this role",
                whatHappened: "It was taken back meanwhile. Nobody was logged in.",
                whatToDo: "Begin the login again, and choose another one.")
        case .policyChanged:
            Refusal(
                title: "This has changed meanwhile",
                whatHappened: "Permissions or requirements changed. Nothing was confirmed.",
                whatToDo: "Begin again on the website.")
        case .statementMismatch:
            Refusal(
                title: "This is out of date",
                whatHappened: "It went on elsewhere, perhaps in another tab. Here you have confirmed nothing.",
                whatToDo: "Go on there, or begin again.")
        case .factorSetMismatch, .factorUnavailable:
            Refusal(
                title: "This needs another device",
                whatHappened: "It asks for a way to confirm that a browser does not have. Nothing was confirmed.",
                whatToDo: "Use an authenticator app.")
        case .tooManyCorrections:
            Refusal(
                title: "The login was ended",
                whatHappened: "The data were not accepted five times. Nobody was logged in.",
                whatToDo: "Begin the login again on the website.")
        case .notAllowed:
            Refusal(
                title: "This is not allowed",
                whatHappened: "Your account has reached a limit, or the operator forbids it. Nothing was done.",
                whatToDo: "Ask the operator.")
        case .coolDown:
            Refusal(
                title: "This browser is too new for that",
                whatHappened: "For 24 hours a new device may not do everything. Nothing was done.",
                whatToDo: "Use an older device, or wait until the time is over.")
        case .factorRefused:
            Refusal(
                title: "This way to confirm was not added",
                whatHappened:
                    "This browser has it already, or \(provider) does not accept it. Nothing was changed.",
                whatToDo: "Use another device.")
        case .mailUnavailable:
            Refusal(
                title: "No email was sent",
                whatHappened: "\(provider) sends no codes by email. Nothing is lost.",
                whatToDo: "Use the code that is shown.")
        case .samePin:
            Refusal(
                title: "The PIN stays as it is",
                whatHappened: "The new PIN is your current one. Nothing was changed.",
                whatToDo: "Begin again, and choose another one.")
        case .grantExpired:
            Refusal(
                title: "That took too long",
                whatHappened: "More than five minutes have passed since your PIN. Nothing was changed.",
                whatToDo: "Begin again.")
        case .tooManyRequests:
            Refusal(
                title: "Too much at the moment",
                whatHappened: "More was sent than is accepted at a time. Nothing was confirmed.",
                whatToDo: "Wait a minute, then try again.")
        case .internalError:
            Refusal(
                title: "\(provider) has a problem",
                whatHappened: "It could not finish this. Nothing was confirmed.",
                whatToDo: "Try again later.")
        case .noAnswer:
            Refusal(
                title: "\(provider) does not answer",
                whatHappened: "It could not be reached, or it did not answer in time.",
                whatToDo: "Check your internet connection, then try again.")
        case .responseInvalid, .keyMaterialInvalid:
            Refusal(
                title: "Do not go on",
                whatHappened:
                    "The answer did not come from \(provider), or it was changed on the way. Nothing was confirmed.",
                whatToDo: "Close this page, and tell the operator.")
        case .consentMismatch:
            Refusal(
                title: "Do not go on",
                whatHappened: "You were to confirm something else than you have seen. Nothing was confirmed.",
                whatToDo: "Close this page, and tell the operator.")
        case .keyMaterialExpired:
            Refusal(
                title: "The keys of \(provider) have expired",
                whatHappened: "Or the clock of this device is wrong. Nothing was confirmed.",
                whatToDo: "Check date and time, then try again. If that does not help, tell the operator.")
        case .encryptionKeyUnknown:
            Refusal(
                title: "\(provider) has a problem with its keys",
                whatHappened: "It does not know the newest key that this browser has from it. Nothing was confirmed.",
                whatToDo: "Try again once. If that does not help, tell the operator. This browser stays connected.")
        case .wrongManager:
            Refusal(
                title: "This code belongs elsewhere",
                whatHappened: "It is not from \(provider), to which this page belongs. Nothing was confirmed.",
                whatToDo: "Did somebody send you the link? Then close this page. Otherwise scan the code again.")
        case .storageUnavailable:
            Refusal(
                title: "This browser stores nothing here",
                whatHappened: "Its storage cannot be used: perhaps this is a private window, or the device is full.",
                whatToDo: "Make room on the device, or open the link in a regular window; then try again. Or use an "
                    + "authenticator app.")
        case .notStored:
            Refusal(
                title: "This browser could not store that",
                whatHappened: "Its storage takes nothing: the device may be full, or this may be a private window.",
                whatToDo: "Make room on the device, then do the same again. Instead of a private window, use a regular "
                    + "one.")
        case .unfinished:
            Refusal(
                title: "Connecting is not finished yet",
                whatHappened:
                    "This browser is connected, but it could not store that: the device may be full. Your keys are in "
                    + "its data: do not clear them.",
                whatToDo: "Make room on the device, then try again. Or open the same code again when there is room.")
        case .browserSilent:
            Refusal(
                title: "Reload the page",
                whatHappened:
                    "The browser has not answered for eight seconds: its storage or its cryptography is stuck.",
                whatToDo:
                    "Reload the page, which then goes on with what you began. If that does not help, close the browser, "
                    + "and open the link again.")
        case .storageNewer:
            Refusal(
                title: "This page is out of date",
                whatHappened: "This browser has already used a newer one.",
                whatToDo: "Close all its tabs, then open the link again.")
        case .otherTab:
            Refusal(
                title: "Another tab is busy",
                whatHappened: "It uses the same keys, and does not finish. Nothing was confirmed here.",
                whatToDo: "Close the other tabs with this page, then try again.")
        case .notInitializationData:
            Refusal(
                title: "This is not a code for this page",
                whatHappened: "The link is incomplete, or it is not from Xign. Nothing was confirmed.",
                whatToDo: "Scan the code again, or open the link again where you found it.")
        case .linkIncomplete:
            Refusal(
                title: "The link is incomplete",
                whatHappened: "What follows # is missing or was cut off. Nothing was confirmed.",
                whatToDo: "Copy the whole link, or open it where you found it.")
        case .linkWrapped:
            Refusal(
                title: "The link was wrapped",
                whatHappened: "It was broken into several lines. Nothing was confirmed.",
                whatToDo: "Copy it as one line, without spaces in it.")
        case .linkExtended:
            Refusal(
                title: "Something was added to the link",
                whatHappened:
                    "Something was added at its end or around it, such as a full stop or brackets. Nothing was confirmed.",
                whatToDo: "Copy the link alone, or open it where you found it.")
        case .linkEmbedded:
            Refusal(
                title: "This is another address",
                whatHappened: "The link was put into another address. Nothing was confirmed.",
                whatToDo: "Copy the link itself, or scan the code instead.")
        case .unsupportedFormat:
            Refusal(
                title: "This page is too old for the code",
                whatHappened: "The code needs a newer authenticator. Nothing was confirmed.",
                whatToDo: "Reload this page, then scan the code again.")
        case .openedByPage:
            Refusal(
                title: "This code was not scanned",
                whatHappened:
                    "A web page led you here, with the code of a login that may be somebody else's. Nothing was "
                    + "confirmed.",
                whatToDo: "Close this page. A login begins on the website that you open yourself: there, scan the code "
                    + "with the camera, or use the link.")
        }
    }
}
