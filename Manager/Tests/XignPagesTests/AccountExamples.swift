import XignDomain
import XignProtocol

@testable import XignPages
@testable import XignWording

/// Models of the account pages, with `text` applied to each value that comes from outside.
struct AccountExamples {
    let wording: any Wording
    let text: (String) -> String

    static let noonTimestamp = Timestamp(seconds: 1_790_000_000)
    static let noon = Moment(noonTimestamp)
    static let yesterday = Moment(seconds: 1_790_000_000 - 86_400)

    func frame(_ address: String? = "/account/devices", done: DoneCode? = nil) -> AccountLayout.Frame {
        AccountLayout.Frame(
            host: text("login.example.org"), account: text("ada"), logOutTicket: text("dGlja2V0"), address: address,
            done: done, provider: provider)
    }

    private var phone: DeviceModel {
        DeviceModel(
            id: text("AAECAwQFBgcICQoLDA0ODw"), alias: text("Pixel 8"), state: .inUse, isThisLogin: true,
            system: text("Android 16"), connected: Self.yesterday, lastUsed: Self.noon)
    }

    private var tablet: DeviceModel {
        DeviceModel(
            id: text("EAECAwQFBgcICQoLDA0ODw"), alias: text("iPad"), state: .locked(until: Self.noonTimestamp),
            system: text("iPadOS 26"), connected: Self.yesterday, coolDownUntil: Self.noon, wrongPINs: 6)
    }

    private var waiting: DeviceModel {
        DeviceModel(id: text("MA"), alias: "", state: .pending(until: Self.noonTimestamp), cancelTicket: ticket)
    }

    private var devices: [DeviceModel] {
        [phone, tablet, DeviceModel(id: text("IA"), alias: text("iPad"), state: .lockedForGood), waiting]
    }

    private var sessions: [SettingsPage.Session] {
        let kinds = [BrowserKind(.firefox, .windows), BrowserKind(.safari, .iPhone), nil]
        return zip([("AAAA", true), ("BBBB", false), ("CCCC", false)], kinds).map { session, kind in
            let (id, isThis) = session
            return SettingsPage.Session(
                id: text(id), isThisBrowser: isThis, isAtConsole: id == "CCCC", since: Self.yesterday,
                lastSeen: Self.noon,
                network: text("203.0.113.0/24"), browserKind: kind, device: text("Pixel 8"), endTicket: ticket)
        }
    }

    var ticket: String { text("dGlja2V0") }

    /// One page of each kind.
    var kinds: [(name: String, page: HTML)] {
        entrances + overviews + devicePages + connecting + rest + dataPages + addressPages + websitePages + historyPages
            + [("AccountProblemPage", problem(.changed))]
    }

    /// The pages that differ from one of `kinds` in a sentence or a field alone.
    var variants: [(name: String, page: HTML)] {
        AccountProblem.allCases.map { ("AccountProblemPage-\($0.rawValue)", problem($0)) }
            + DoneCode.allCases.map { ("DevicesPage-\($0.rawValue)", devicesPage(after: $0)) }
            + dataForms
    }

    private func problem(_ problem: AccountProblem) -> HTML {
        AccountProblemPage.page(problem, back: .devices, frame(nil), in: wording)
    }

    private func devicesPage(after code: DoneCode) -> HTML {
        DevicesPage.page([phone], frame(done: code), in: wording)
    }

    private var provider: OperatorProfile {
        OperatorProfile(name: text("Example Operator"), help: text("https://example.org/help"))
    }

    private var entrances: [(name: String, page: HTML)] {
        let pages = SurfaceLoginPages.account(host: text("login.example.org"), provider: provider, in: wording)
        return [
            (
                "AccountLoginPage",
                pages.logIn(returnAddress: text("/account"), address: text("/account/login?to=%2Faccount"))
            ),
            ("AccountLoggedOutPage", pages.loggedOut),
            ("AccountFarewellPage", pages.farewell(account: text("ada"))),
            (
                "IsThatYouPage",
                pages.isThatYou(text("ada"), ticket: ticket, logOutTicket: ticket, address: text("/account"))
            ),
            ("LogOutPage", LogOutPage.page(frame("/account/logout"), in: wording)),
        ]
    }

    private var overviews: [(name: String, page: HTML)] {
        let quiet = OverviewPage.Model(lastLogin: Self.yesterday, deviceCount: 2, valueCount: 5, websiteCount: 7)
        let single = OverviewPage.Model(lastLogin: nil, deviceCount: 1, valueCount: 1, websiteCount: 1)
        var (adding, verifying) = (single, quiet)
        adding.addressStep = .add
        verifying.addressStep = .verify(path: "/account/data/value/\(text("UAECAwQFBgcICQoLDA0ODw"))/verify")
        return [
            ("OverviewPage", OverviewPage.page(quiet, frame("/account"), in: wording)),
            ("OverviewPage-one-device", OverviewPage.page(single, frame("/account"), in: wording)),
            ("OverviewPage-add-address", OverviewPage.page(adding, frame("/account"), in: wording)),
            ("OverviewPage-verify-address", OverviewPage.page(verifying, frame("/account"), in: wording)),
        ]
    }

    private var devicePages: [(name: String, page: HTML)] {
        [
            ("DevicesPage-done", devicesPage(after: .deviceRenamed)),
            ("DevicesPage", DevicesPage.page(devices, frame(), in: wording)),
            (
                "RenameDevicePage",
                RenameDevicePage.page(
                    tablet, typed: text("iPad"), error: nil, ticket: ticket, frame(), in: wording)
            ),
            (
                "RenameDevicePage-error",
                RenameDevicePage.page(
                    tablet, typed: text("iPad"), error: wording.account.devices.flaw(.blank), ticket: ticket,
                    frame(nil), in: wording)
            ),
            (
                "RemoveDevicePage",
                RemoveDevicePage.page(tablet, isLast: false, ticket: ticket, frame(), in: wording)
            ),
            (
                "RemoveDevicePage-this-login",
                RemoveDevicePage.page(phone, isLast: false, ticket: ticket, frame(), in: wording)
            ),
            (
                "RemoveDevicePage-last",
                RemoveDevicePage.page(phone, isLast: true, ticket: ticket, frame(), in: wording)
            ),
        ]
    }

    private var code: ConnectCodePage.Model {
        ConnectCodePage.Model(
            DeviceCode(
                link: text("https://app.login.example.org/a#AQIDBAUG"), side: 29, path: text("M4 4h7v1h-7z"),
                pin: text("48210937"), expiresAt: Self.noon),
            id: text("AAECAwQFBgcICQoLDA0ODw"), cancelTicket: ticket)
    }

    /// The code for a new device, where people have apps or none.
    var codeOfBoth: HTML {
        let frame = AccountLayout.Frame(
            host: text("login.example.org"), account: text("ada"), logOutTicket: ticket, address: nil, done: nil,
            provider: PageExamples.providerOfBoth(text))
        return ConnectCodePage.page(code, frame, in: wording)
    }

    private var connecting: [(name: String, page: HTML)] {
        func page(_ obstacle: ConnectPage.Obstacle?, error: String? = nil) -> HTML {
            ConnectPage.page(
                typed: text("iPad"), error: error, obstacle: obstacle, ticket: ticket, frame(), in: wording)
        }
        return [
            ("ConnectPage", page(nil)),
            (
                "ConnectPage-error",
                page(nil, error: wording.account.devices.flaw(.invisible(RefusedCharacter("\u{AD}", .end))))
            ),
            ("ConnectPage-cool-down", page(.coolDown(until: Self.noon))),
            ("ConnectPage-too-many", page(.tooMany)),
            ("ConnectCodePage", ConnectCodePage.page(code, frame(), in: wording)),
            ("NotConnectedPage", NotConnectedPage.page(waiting, frame(), in: wording)),
            (
                "NotConnectedPage-code",
                NotConnectedPage.page(waiting, code: "/account/devices/MA/code", frame(), in: wording)
            ),
            ("NotConnectedPage-over", NotConnectedPage.page(nil, frame(), in: wording)),
        ]
    }

    private var remembered: [SettingsPage.RepeatedLogin] {
        [
            SettingsPage.RepeatedLogin(
                id: text("AAECAwQFBgcICQoLDA0ODw"), name: text("Example Shop"), since: Self.noon,
                lastUsed: Self.noon, endsAt: Self.noon, network: text("203.0.113.0/24"),
                browserKind: BrowserKind(.samsungInternet, .android), device: text("Pixel 8"), endTicket: ticket)
        ]
    }

    private var shared: [SettingsPage.RepeatedLogin] {
        [
            SettingsPage.RepeatedLogin(
                id: text("BAECAwQFBgcICQoLDA0ODw"), name: text("Example Inc."),
                websites: [text("Example Shop"), text("Cloud")], since: Self.noon, lastUsed: Self.noon,
                endsAt: Self.noon, network: text("203.0.113.0/24"), browserKind: BrowserKind(.firefox, .linux),
                device: text("Pixel 8"), endTicket: ticket),
            SettingsPage.RepeatedLogin(
                id: text("CAECAwQFBgcICQoLDA0ODw"), name: text("Example Trading Ltd"), websites: [text("Cloud")],
                since: Self.noon, lastUsed: Self.noon, endsAt: Self.noon, network: nil, device: text("Pixel 8"),
                endTicket: ticket),
        ]
    }

    private var rest: [(name: String, page: HTML)] {
        let tickets = SettingsPage.Tickets(language: ticket, endOthers: ticket, endShared: ticket, export: ticket)
        return [
            (
                "SettingsPage",
                SettingsPage.page(
                    SettingsPage.Model(
                        language: "de", sessions: sessions, remembered: remembered, shared: shared, tickets: tickets),
                    frame(), in: wording)
            ),
            (
                "SettingsPage-one-browser",
                SettingsPage.page(
                    SettingsPage.Model(
                        language: nil, sessions: Array(sessions.prefix(1)), remembered: [], shared: [],
                        tickets: tickets), frame(), in: wording)
            ),
            ("DeletionPage", DeletionPage.page(ticket: ticket, frame(), in: wording)),
            (
                "ExportPage",
                ExportPage.page(file: Array("{}".utf8), fileName: "xign-account.json", frame(nil), in: wording)
            ),
        ]
    }
}
