struct EnglishRecovery: RecoveryWording {
    let ways: any RecoveryWaysWording = EnglishRecoveryWays()
    let steps: any RecoveryStepsWording = EnglishRecoverySteps()
    let own: any OwnRecoveryWording = EnglishOwnRecovery()
    let running: any RunningRecoveryWording = EnglishRunningRecovery()
}

private struct EnglishRecoveryWays: RecoveryWaysWording {
    let title = "Lost your device?"
    let otherDeviceTitle = "You have another device"
    let otherDevice = "Log in with it, and remove the lost one. The lost one can then no longer log in."
    let logIn = "Log in, and see your devices"
    let codeTitle = "You have a recovery code"
    let codeNeeds = "You also need your mailbox, and a day."
    let code = "Recovery code"
    let codeHint = "24 letters and digits, from your printed sheet."
    let unknownCode =
        "We do not know this recovery code. Compare it with your sheet. A code that was used, replaced or removed no "
        + "longer works."
    let tooManyCodes = "Too many forms were sent from your network. Wait a minute, then send this one again."
    let problem = "This code is not known"
    let problemTooMany = "Nothing was done"
    let helpTitle = "You have neither, or somebody knows your PIN"
    let helpTitleWithoutCodes = "You have no other device, or somebody knows your PIN"
    func help(by name: String) -> Phrase { "Ask \(name)." }
    let helpByOperator = "Ask the operator of this site."
    let contact = "Get help"
    let noContact = "Ask the people from whom you got your account."
}

private struct EnglishRecoverySteps: RecoveryStepsWording {
    let chooseTitle = "Which mailbox can you open?"
    let chooseToBegin =
        "Your recovery code is right. The recovery begins with a second proof: a code that we mail to an address of "
        + "yours."
    let chooseToFinish =
        "The wait is over, and your recovery code is right. The second proof is needed once more: a new code that we "
        + "mail to an address of yours."
    let addresses = "Verified addresses of your account"
    let send = "Mail me a code"
    let useLastMail = "Have you got one already? Use the code of the last email in the browser that asked for it."

    let typeTitle = "Type the code from the email"
    func mailed(to address: String) -> Phrase { "We have mailed a code to \(address)." }
    func mailedUntil(_ time: String) -> Phrase { "Use it before \(time)" }
    let mailCode = "Code from the email"
    let mailCodeHint = "8 letters and digits."
    func wrongMailCode(triesLeft: Int?) -> String {
        let compare = "This is not the code of the email. Compare it."
        return switch triesLeft {
        case nil: compare
        case 1?: "\(compare) You can try once more."
        case let count?: "\(compare) You can try \(count) times more."
        }
    }
    let mailCodeOver = "The code of the email no longer works. Have another one mailed."
    let beginsThen = "The right code begins the recovery. Then we tell all your devices and addresses about it."
    let finishesThen = "With the right code you can connect a new device, which replaces all former ones."
    let sendAgain = "Send it again"
    let sentOften = "The code was sent three times. Look for it among unwanted emails, too."
    let otherAddress = "Choose another mailbox"

    let waitingTitle = "Your recovery has begun"
    func goesOn(at time: String) -> Phrase { "You can continue from \(time), with the same code." }
    func comeBack(to address: String) -> Phrase { "Come back to \(address) then, with your sheet." }
    func endsAt(_ time: String) -> Phrase { "Finish it before \(time)" }
    let anyUseStops = "Any use of a device of yours stops it."
    let weHaveTold = "We have told all your devices and addresses about it."

    let endedTitle = "This recovery has ended"
    func used(at time: String) -> Phrase { "A device of yours was used on \(time). The recovery has ended." }
    let endedNext =
        "Have you found your device? Then log in with it, and make another recovery code. Does somebody else use it? "
        + "Then ask for help now."
    let refusedTitle = "Your account cannot come back this way"
    func refusal(_ refusal: RecoveryRefusalCode) -> String {
        switch refusal {
        case .noAddress:
            "No email address of your account is verified, or it was verified less than a day ago. So the second proof "
                + "is missing."
        case .tooMany: "Three recoveries of your account have begun within 30 days, and none was finished."
        case .wrongPINs: "Too many wrong PINs were typed for codes of this account."
        case .notAlone:
            "The account is switched off, or has rights to administer. Other people decide about such an account."
        }
    }

    let replaces = "As soon as it is connected, all former devices are removed."
    let connected = "I have connected it"
    let notYet = "No device is connected yet. Finish the steps on it, then look again."
    let doneTitle = "You are back"
    let done = "The new device is connected, and all former devices are removed. Log in now, and make another code."
    let toAccount = "Go to your account"
}

private struct EnglishOwnRecovery: OwnRecoveryWording {
    let title = "Recovery code"
    let explanation =
        "If you lose all your devices, a recovery code and a mailbox of yours bring you back to this account."
    let limits =
        "That takes 24 hours. Any use of a device of yours stops it, and each of your devices and addresses is told."
    let none = "This account has no recovery code."
    let made = "Made"
    let make = "Make a recovery code"
    let makeAnother = "Make another code"
    let makeAnotherEffect = "Another code replaces this one."
    let remove = "Remove the code"
    let needsAddress =
        "No email address of yours is verified. The code alone brings nobody back, so verify an address, too."
    let toAddresses = "See your data"
    let notForAdministrators =
        "This account has rights to administer, and does not come back by a code. Ask another administrator then, or "
        + "the people who run the server."

    let adviceTitle = "Prepare for losing all your devices"
    let advice = "Print a recovery code. With it and your mailbox you come back by yourself."
    let replaceTitle = "Make another recovery code"
    let replaceAdvice =
        "A recovery was begun with your present code, and ended without a new device. Was it not you? Then somebody "
        + "else has the code, and can begin again."

    let codeTitle = "Your recovery code"
    let shownHere = "This browser alone shows the code, for ten minutes at most. Nobody can show it to you again."
    let keep = "Print it. Keep it neither on your phone nor in your mailbox."
    func sheet(host: String) -> Phrase { "Recovery code for \(host)" }
    let code = "Recovery code"
    let sheetUse = "Have you lost all your devices? Open this page, and type the code there:"
    let sheetNeeds = "You also need your mailbox, and a day. Nobody calls or writes to ask for this code."
    let done = "I have it on paper"
}

private struct EnglishRunningRecovery: RunningRecoveryWording {
    let title = "Somebody is recovering this account"
    let explanation =
        "Somebody has your recovery code and a mailbox of yours. Was this not you, or have you found your device? Then "
        + "stop it."
    let begun = "Begun"
    let goesOn = "Goes on"
    let consequence = "The recovery code then no longer works."
    let stop = "Stop it"
}
