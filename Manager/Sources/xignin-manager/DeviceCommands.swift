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
            discussion: "Platform and keys are the device's own words, which nothing proves.", [user, json],
            examples: ["xignin-manager device list ada"]
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
        return Command(
            "rename", "Rename a user's device.", [user, device, alias, Parameter<Bool>.json],
            examples: [#"xignin-manager device rename ada phone "Old phone""#]
        ) { given, console in
            try given.withManager { manager in
                let renamed = try RenameDevice(manager.context)(
                    given[device], ofUser: given[user], to: given[alias], by: OperatorName.current)
                try given.print(
                    DeviceReport(renamed, of: given[user]),
                    or: "\(renamed.shortID) of \(given[user]) is called \(renamed.alias ?? "").", on: console)
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
            [user, device, ReasonOptions.check, ReasonOptions.reason, Parameter<Bool>.json],
            examples: [#"xignin-manager device unlock ada phone --checked in-person --reason "passport shown""#]
        ) { given, console in
            guard let check = given[ReasonOptions.check], let reason = try given.reason(check) else {
                throw Failure(
                    .usage, "--checked and --reason are required; see xignin-manager device unlock --help")
            }
            try given.withManager { manager in
                let unlocked = try manager.context.unlockDevice(
                    given[device], ofUser: given[user], by: OperatorName.current, because: reason)
                try given.print(
                    DeviceReport(unlocked, of: given[user]),
                    or: "Unlocked \(unlocked.alias ?? unlocked.shortID) of \(given[user]).", on: console)
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
                sessions until they ask again. To give the user another activation: \
                `xignin-manager activation issue`.
                """,
            [user, device, Agreement.isAgreed, ReasonOptions.reason, ReasonOptions.isForced, Parameter<Bool>.json],
            examples: [
                #"xignin-manager device revoke ada phone --reason "the phone was stolen""#,
                Example("xignin-manager device revoke ada -- -x7b", "Names the device by its id, which begins with -."),
            ]
        ) { given, console in
            let reason = try given.reason()
            try given.withManager { manager in
                let device = try ListDevices(manager.context).one(given[device], ofUser: given[user])
                try given.ask(
                    device.state == .pending ? "Void it?" : "Revoke it?", showing: [device.revocation(of: given[user])],
                    on: console)
                let revoked = try manager.context.revokeDevice(
                    device.activationId, ofUser: given[user], by: OperatorName.current, because: reason,
                    isForced: given[ReasonOptions.isForced])
                try given.print(
                    DeviceReport(revoked, of: given[user]),
                    or: revoked.state == .pending
                        ? "The activation \(revoked.name) of \(given[user]) is void."
                        : "Revoked \(revoked.name) of \(given[user]).", on: console)
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
    fileprivate var name: String { alias.map { "\($0) (\(shortID))" } ?? shortID }

    /// Says what a revocation does.
    fileprivate func revocation(of user: String) -> Text {
        state == .pending
            ? "Voids the activation \(name, .bold) of \(user), \(stateText)."
            : """
            Revokes \(name, .bold) of \(user) for good (\(platform ?? "unknown system"), since \(since ?? "")): it logs \
            in nowhere any longer, and what it has begun or issued ends.
            """
    }

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
