import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `device`.
    static let device = Command(
        "device", "The devices of users.",
        discussion: """
            A device is named by its alias, or by the first characters of its id: at least four. Write -- before an id that begins \
            with a hyphen.
            """,
        subcommands: [.deviceList, .deviceRename, .deviceUnlock, .deviceRevoke])

    /// `device list USER`.
    private static let deviceList: Command = {
        let (user, json) = (userName, Parameter<Bool>.json)
        return Command(
            "list", "List a user's devices, and the activations that wait for one.",
            discussion: "Platform and keys are the device's own words, which nothing proves.", [user, json]
        ) { given, console in
            try given.withManager { manager in
                let devices = try ListDevices(manager.context)(userName: given[user])
                if given[json] { return try console.print(json: devices) }
                if devices.isEmpty { return console.print("\(given[user]) has no device.") }
                console.print(Table(of: devices))
            }
        }
    }()

    /// `device rename USER DEVICE ALIAS`.
    private static let deviceRename: Command = {
        let (user, device) = (userName, deviceName)
        let alias = Parameter<String>.argument("ALIAS", "The new alias, which the user sees.")
        return Command("rename", "Rename a user's device.", [user, device, alias]) { given, console in
            try given.withManager { manager in
                let renamed = try manager.context.renameDevice(
                    given[device], ofUser: given[user], to: given[alias], by: OperatorName.current)
                console.print("\(renamed.shortID) of \(given[user]) is called \(renamed.alias ?? "").")
            }
        }
    }()

    /// `device unlock USER DEVICE`.
    private static let deviceUnlock: Command = {
        let (user, device) = (userName, deviceName)
        return Command(
            "unlock", "End the lockout of a user's device, after wrong PINs.",
            discussion: """
                It ends the wait, and gives no further attempts: the next wrong PIN locks the device for longer. A device that is \
                locked for good is revoked, and the user gets another activation, unless the settings allow to unlock it \
                (`permanentUnlock`).

                Check first that the user asks, and not somebody who has found the device: --checked says how, --reason what \
                you saw.
                """,
            [user, device, ReasonOptions.check, ReasonOptions.reason]
        ) { given, console in
            guard let check = given[ReasonOptions.check], let reason = try given.reason(check) else {
                throw Failure(
                    .usage, "--checked and --reason are required; see xignin-manager device unlock --help")
            }
            try given.withManager { manager in
                let unlocked = try manager.context.unlockDevice(
                    given[device], ofUser: given[user], by: OperatorName.current, because: reason)
                console.print("Unlocked \(unlocked.alias ?? unlocked.shortID) of \(given[user]).")
            }
        }
    }()

    /// `device revoke USER DEVICE`.
    private static let deviceRevoke: Command = {
        let (user, device) = (userName, deviceName)
        return Command(
            "revoke", "Revoke a user's device, for good.",
            discussion: """
                It takes effect at once: the device logs in nowhere, and what it has begun or issued ends. Websites keep their own \
                sessions until they ask again. To give the user another activation: `xignin-manager user add`.
                """,
            [user, device, ReasonOptions.reason, ReasonOptions.isForced]
        ) { given, console in
            let reason = try given.reason()
            try given.withManager { manager in
                let revoked = try manager.context.revokeDevice(
                    given[device], ofUser: given[user], by: OperatorName.current, because: reason,
                    isForced: given[ReasonOptions.isForced])
                let name = revoked.alias.map { "\($0) (\(revoked.shortID))" } ?? revoked.shortID
                console.print(
                    revoked.state == .pending
                        ? "The activation \(name) of \(given[user]) is void."
                        : "Revoked \(name) of \(given[user]).")
            }
        }
    }()

    private static let userName = Parameter<String>.argument("USER", "The user's name.")
    private static let deviceName = Parameter<String>.argument(
        "DEVICE", "The device's alias, its id, or the first characters of it.")
}

extension Table {
    init(of devices: [DeviceDetails]) {
        self.init(["ID", "ALIAS", "PLATFORM", "KEYS", "SINCE", "STATE"])
        for device in devices {
            append([
                "\(device.shortID)", "\(device.alias ?? "")", "\(device.platform ?? "")", device.keysText,
                "\(device.since ?? "")", device.stateText,
            ])
        }
    }
}

extension DeviceDetails {
    fileprivate var keysText: Text {
        let store = "\(keyStore ?? "")" as Text
        return attestation.map { "\(store) (\($0))" } ?? store
    }

    fileprivate var stateText: Text {
        switch state {
        case .pending: "waits for its device until \(expiresAt ?? "")"
        case .active: coolDownUntil.map { "active; new until \($0)" } ?? "active"
        case .locked: "locked until \(lockedUntil ?? "")"
        case .lockedPermanently: "locked for good"
        }
    }
}
