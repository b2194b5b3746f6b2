import XignDomain

@testable import XignPages
@testable import XignWording

/// The accounts of the console, the acts on them and the locked devices.
extension ConsoleExamples {
    private var noon: Moment { AccountExamples.noon }
    private var yesterday: Moment { AccountExamples.yesterday }

    var accountPages: [(name: String, page: HTML)] {
        [
            ("AccountsPage", accounts(named: [ada, carol], searched: [], next: next)),
            ("AccountsPage-search", search),
            ("AccountsPage-nothing", accounts(typed: text("ada"), named: [], searched: AccountSearchPlace.allCases)),
            (
                "ConsoleAccountPage",
                account(.devices(devices, acts: [.disableAccount, .issueRecovery, .removeAccount]), of: header)
            ),
            ("ConsoleAccountPage-holder", account(.devices([], acts: []), of: holder)),
            (
                "ConsoleAccountPage-memberships",
                account(
                    .memberships(
                        [
                            .init(
                                organization: text("Example Trading Ltd"), memberID: text("EAECAwQFBgcICQoLDA0ODw"),
                                grantID: text("MAECAwQF"))
                        ],
                        roles: [.init(service: text("Example Shop"), roles: [text("customer")])]), of: header)
            ),
            (
                "ConsoleAccountPage-data",
                account(
                    .data(
                        [.email, .givenName],
                        kept: [.declared(text("Cost centre")), .accountName(website: text("Example Shop"))]),
                    of: header)
            ),
            ("ConsoleDevicePage", device(locked, of: header)),
            ("ConsoleDevicePage-for-good", device(lockedForGood, of: holder)),
            ("LockedDevicesPage", lockedDevices(.forATime, [locked], next: next)),
            ("LockedDevicesPage-none", lockedDevices(.forGood, [], next: nil)),
            (
                "AdministrationPage-error",
                act(
                    .unlockDevice, locked, typed: .init(reason: text("short"), flaws: [.identity, .reason]),
                    tooLong: true)
            ),
            ("AdministrationPage-for-good", act(.unlockDevice, lockedForGood)),
            ("AdministrationPage-holder", act(.revokeDevice, locked, of: holder, needsTwoPersons: true)),
            ("AdministrationPage-own-account", act(.disableAccount, obstacle: .ownAccount)),
            (
                "RecoverySheetsPage",
                RecoverySheetsPage.page(
                    RecoverySheetsPage.Model(
                        host: text("login.example.org"), account: text("ada"),
                        address: text("/console/accounts/AAECAwQFBgcICQoLDA0ODw"),
                        link: text("https://app.login.example.org/a#AQIDBAUG"), size: 29, path: text("M4 4h7v1h-7z"),
                        pin: text("48210937"), expiresAt: noon), frame(nil), in: wording)
            ),
        ]
            + ActName.allCases.filter { $0.definition.page != nil }.map { name in
                let device = name.definition.page?.isOnDevice == true ? locked : nil
                let needsTwoPersons = name.definition.permission.level == .twoPersons
                return ("AdministrationPage-\(address(name))", act(name, device, needsTwoPersons: needsTwoPersons))
            }
    }

    /// The pages that differ from one of `accountPages` in a sentence alone.
    var accountVariants: [(name: String, page: HTML)] {
        ConsoleProblem.allCases.map {
            ("AdministrationPage-obstacle-\($0.rawValue)", act(.disableAccount, obstacle: $0))
        }
    }

    // MARK: Models

    private var next: String { text("/console/accounts?after=YWRh") }

    private func id(_ text: String) -> PublicAccountID { PublicAccountID(text: text) ?? .random() }

    private var ada: ListedAccount {
        ListedAccount(
            id: id("AAECAwQFBgcICQoLDA0ODw"), name: text("ada"), isActive: true, devices: 2,
            organizations: [text("Example Trading Ltd")])
    }

    private var carol: ListedAccount {
        ListedAccount(
            id: id("EAECAwQFBgcICQoLDA0ODw"), name: text("carol"), isActive: false, devices: 1,
            organizations: [])
    }

    private var search: HTML {
        accounts(
            typed: text("ada"),
            exact: [
                .init(account: ada, match: .publicID), .init(account: ada, match: .device(alias: text("iPad"))),
                .init(account: ada, match: .subject(service: text("Example Shop"))),
                .init(account: ada, match: .member(organization: text("Example Trading Ltd"))),
                .init(account: ada, match: .address(isVerified: true)),
                .init(account: carol, match: .address(isVerified: false)),
            ], named: [ada], searched: AccountSearchPlace.allCases)
    }

    private func accounts(
        typed: String = "", exact: [FoundAccount] = [], named: [ListedAccount],
        searched: [AccountSearchPlace], next: String? = nil
    ) -> HTML {
        AccountsPage.page(
            AccountsPage.Model(
                typed: typed, exact: exact, hasMoreExact: !exact.isEmpty, named: named, searched: searched, next: next),
            frame("/console/accounts"), in: wording)
    }

    private var header: AccountHeader {
        AccountHeader(
            id: text("AAECAwQFBgcICQoLDA0ODw"), name: text("ada"), isActive: true, isDeclared: true, since: yesterday)
    }

    /// The account of an administrator: the reader's own one where there is `accountPages`.
    private var holder: AccountHeader {
        AccountHeader(
            id: text("EAECAwQFBgcICQoLDA0ODw"), name: text("carol"), isActive: false, since: yesterday,
            rights: [
                .init(.administrator, organization: nil), .init(.auditor, organization: text("Example Trading Ltd")),
            ], holdsManagerGrant: true, isYours: true, accountPages: "/account")
    }

    private var devices: [ConsoleDevice] {
        [
            ConsoleDevice(
                id: text("AAECAwQFBgcICQoLDA0ODw"), shortID: text("AAECAwQF"), alias: text("Pixel 8"), state: .inUse,
                system: text("Android 16"), connected: yesterday, lastUsed: noon),
            locked, lockedForGood,
            ConsoleDevice(
                id: text("MAECAwQFBgcICQoLDA0ODw"), shortID: text("MAECAwQF"), alias: "",
                state: .pending(until: AccountExamples.noonTimestamp)),
        ]
    }

    private var locked: ConsoleDevice {
        ConsoleDevice(
            id: text("EAECAwQFBgcICQoLDA0ODw"), shortID: text("EAECAwQF"), alias: text("iPad"),
            state: .locked(until: AccountExamples.noonTimestamp), system: text("iPadOS 26"), keyStore: text("enclave"),
            attestation: text("apple"), connected: yesterday, lastUsed: noon, failuresInARow: 6, recentFailures: 14,
            unlocks: 1)
    }

    private var lockedForGood: ConsoleDevice {
        ConsoleDevice(
            id: text("IAECAwQFBgcICQoLDA0ODw"), shortID: text("IAECAwQF"), alias: text("iPad"), state: .lockedForGood,
            connected: yesterday, failuresInARow: 10, recentFailures: 10)
    }

    private func account(_ content: ConsoleAccountPage.Content, of header: AccountHeader) -> HTML {
        ConsoleAccountPage.page(header, content, frame("/console/accounts"), in: wording)
    }

    private func device(_ device: ConsoleDevice, of header: AccountHeader) -> HTML {
        ConsoleDevicePage.page(
            device, of: header, acts: [.unlockDevice, .revokeDevice], frame("/console/accounts"), in: wording)
    }

    private func lockedDevices(_ kind: LockedDeviceKind, _ devices: [ConsoleDevice], next: String?) -> HTML {
        let entries = devices.map {
            LockedDevicesPage.Entry(
                account: text("EAECAwQFBgcICQoLDA0ODw"), userName: text("carol"), isAccountActive: false, device: $0)
        }
        return LockedDevicesPage.page(
            LockedDevicesPage.Model(kind: kind, entries: entries, next: next), frame("/console/devices"), in: wording)
    }

    private func address(_ act: ActName) -> String { act.definition.page?.address ?? "" }

    private func act(
        _ act: ActName, _ device: ConsoleDevice? = nil, of account: AccountHeader? = nil,
        needsTwoPersons: Bool = false, obstacle: ConsoleProblem? = nil, typed: ReasonFields.Typed = .init(),
        tooLong: Bool = false
    ) -> HTML {
        let account = account ?? header
        let back = account.address + (device.map { "/devices/\($0.id)" } ?? "")
        return AdministrationPage.page(
            AdministrationPage.Model(
                act: act, account: account.name, accountID: text("AAECAwQF"), device: device,
                login: act == .endLogin ? .init(website: text("Example Shop"), at: yesterday) : nil,
                path: "\(back)/\(address(act))", back: back, needsTwoPersons: needsTwoPersons,
                holdsManagerGrant: account.holdsManagerGrant,
                isDeclared: account.isDeclared && device == nil && act != .endLogin,
                obstacle: obstacle, accountPages: "/account"),
            typed: typed, sentenceIsTooLong: tooLong, ticket: text("dGlja2V0"), frame(nil), in: wording)
    }
}
