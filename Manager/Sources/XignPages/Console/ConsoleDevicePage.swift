import XignDomain
import XignWording

/// A device of an account, as the console shows it.
package struct ConsoleDevice: Sendable, Equatable {
    /// The activation's id, base64url.
    var id: String
    /// The beginning of the id, by which sentences and commands name the device.
    var shortID: String
    /// Empty for a device without a name.
    var alias: String
    var state: DeviceState
    var system: String?
    /// True for a page in a browser, which is shown in place of the system.
    var isBrowser: Bool
    /// The store of the device's keys, in its own words.
    var keyStore: String?
    /// The kind of the proof that the keys are in this store.
    var attestation: String?
    var connected: Moment?
    var lastUsed: Moment?
    var failuresInARow: Int
    /// The failures of 30 days.
    var recentFailures: Int
    /// The number of lockouts that operators have ended.
    var unlocks: Int

    package init(
        id: String, shortID: String, alias: String, state: DeviceState, system: String? = nil, isBrowser: Bool = false,
        keyStore: String? = nil,
        attestation: String? = nil, connected: Moment? = nil, lastUsed: Moment? = nil, failuresInARow: Int = 0,
        recentFailures: Int = 0, unlocks: Int = 0
    ) {
        self.id = id
        self.shortID = shortID
        self.alias = alias
        self.state = state
        self.system = system
        self.isBrowser = isBrowser
        self.keyStore = keyStore
        self.attestation = attestation
        self.connected = connected
        self.lastUsed = lastUsed
        self.failuresInARow = failuresInARow
        self.recentFailures = recentFailures
        self.unlocks = unlocks
    }

    func name(in wording: any Wording) -> String {
        alias.isEmpty ? wording.console.accounts.unnamedDevice : alias
    }

    func tag(in wording: any Wording) -> HTML {
        let words = wording.console.accounts
        return switch state {
        case .pending: Tag(.warning, "\(words.waits)").html
        case .inUse: Tag(.good, "\(words.inUse)").html
        case .locked: Tag(.warning, "\(words.locked)").html
        case .lockedForGood: Tag(.bad, "\(words.lockedForGood)").html
        }
    }

    /// The state with the moment at which it ends, for lists.
    private func tagWithEnd(in wording: any Wording) -> HTML {
        let words = wording.console.accounts
        let ends: HTML? = end.map { end in
            "<span class=\"muted\">\(words.ends(""), value: { _ in end.fromNow(in: wording) })</span>\n"
        }
        return "\(tag(in: wording))\(ends ?? "")"
    }

    /// The end of the lockout, or of the time in which the device can be connected.
    private var end: Moment? {
        switch state {
        case .pending(let end), .locked(let end): Moment(end)
        case .inUse, .lockedForGood: nil
        }
    }

    private func systemText(in wording: any Wording) -> HTML? {
        isBrowser ? "\(wording.console.accounts.inBrowser)" : system.map(HTML.isolated)
    }

    /// True for a device that has been connected.
    private var isConnected: Bool { if case .pending = state { false } else { true } }

    /// The headings of `cells`.
    static func columns(in wording: any Wording) -> [String] {
        let words = wording.console.accounts
        return [
            words.device, words.state, words.system, words.failuresInARow, words.lastUsed, words.connected,
        ]
    }

    /// The facts that tell one device from another, for tables. The beginning of the id follows the name.
    /// - Parameter address: the device's page.
    func cells(address: String, in wording: any Wording) -> [HTML?] {
        let words = wording.console.accounts
        let named: HTML = "<a href=\"\(address)\"><bdi>\(name(in: wording))</bdi></a> <code>\(shortID)</code>"
        let failures: HTML? = failuresInARow > 0 ? "\(failuresInARow)" : nil
        let used: HTML = lastUsed?.fromNow(in: wording) ?? "\(words.never)"
        return [
            named, tagWithEnd(in: wording), systemText(in: wording), failures, isConnected ? used : nil,
            connected?.day(in: wording),
        ]
    }

    /// The facts that tell one device from another, for the page of an act.
    func facts(in wording: any Wording) -> [(term: String, value: HTML)] {
        let words = wording.console.accounts
        var rows: [(term: String, value: HTML)] = [(words.deviceID, "<code>\(shortID)</code>")]
        if let end { rows.append((words.until, end.dayAndTime(in: wording))) }
        if let system = systemText(in: wording) { rows.append((words.system, system)) }
        if let connected { rows.append((words.connected, connected.day(in: wording))) }
        guard isConnected else { return rows }
        rows.append((words.lastUsed, lastUsed?.dayAndTime(in: wording) ?? "\(words.never)"))
        if failuresInARow > 0 { rows.append((words.failuresInARow, "\(failuresInARow)")) }
        return rows
    }

    /// All that the console knows about the device.
    fileprivate func allFacts(in wording: any Wording) -> [(term: String, value: HTML)] {
        let words = wording.console.accounts
        var rows = facts(in: wording).filter { $0.term != words.failuresInARow }
        guard isConnected else { return rows }
        if let keyStore { rows.append((words.keyStore, HTML.isolated(keyStore))) }
        rows.append((words.attestation, attestation.map(HTML.isolated) ?? "\(words.noAttestation)"))
        rows.append((words.failuresInARow, "\(failuresInARow)"))
        rows.append((words.recentFailures, "\(recentFailures)"))
        rows.append((words.unlocks, "\(unlocks == 0 ? words.never : words.count(unlocks))"))
        return rows
    }
}

/// A device of an account: its state, its wrong PINs, and the acts on it.
package enum ConsoleDevicePage {
    /// - Parameter acts: the acts that the reader may ask for.
    package static func page(
        _ device: ConsoleDevice, of account: AccountHeader, acts: [ActName], _ frame: ConsoleLayout.Frame,
        in wording: any Wording
    ) -> HTML {
        let words = wording.console.accounts
        let name = device.name(in: wording)
        let owner: [(term: String, value: HTML)] = [
            (words.account, "<a href=\"\(account.address)\"><bdi>\(account.name)</bdi></a>")
        ]
        return ConsoleLayout(
            frame, in: wording, title: "\(name), \(account.name)", section: .accounts, isBelowSection: true,
            content: """
                <h1><bdi>\(name)</bdi> \(device.tag(in: wording))</h1>
                \(SummaryList(owner + device.allFacts(in: wording)).html)\
                \(device.isBrowser ? "<p>\(words.inBrowserExplanation)</p>\n" as HTML : "")\
                \(account.holdsManagerGrant ? Notice(.info, "<p>\(words.needsTwoPersons)</p>").html : "")\
                \(device.state == .lockedForGood ? "<p>\(words.lockedForGoodAdvice)</p>\n" as HTML : "")\
                \(acts.isEmpty ? "" : ActLinks.html(acts, below: "\(account.address)/devices/\(device.id)", wording))
                """
        ).html
    }
}

/// The devices that wrong PINs have locked, for a time or for good.
package enum LockedDevicesPage {
    package struct Entry: Sendable, Equatable {
        /// The public id of the account.
        var account: String
        var userName: String
        var isAccountActive: Bool
        var device: ConsoleDevice

        package init(account: String, userName: String, isAccountActive: Bool, device: ConsoleDevice) {
            self.account = account
            self.userName = userName
            self.isAccountActive = isAccountActive
            self.device = device
        }
    }

    package struct Model: Sendable, Equatable {
        var kind: LockedDeviceKind
        var entries: [Entry]
        /// The address of the next page.
        var next: String?

        package init(kind: LockedDeviceKind, entries: [Entry], next: String?) {
            self.kind = kind
            self.entries = entries
            self.next = next
        }
    }

    package static func page(_ model: Model, _ frame: ConsoleLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.console.accounts
        return ConsoleLayout(
            frame, in: wording, title: words.lockedTitle, section: .devices,
            content: """
                <h1>\(words.lockedTitle)</h1>
                <p>\(words.lockedExplanation)</p>
                \(tabs(model.kind, wording).html)\
                \(model.entries.isEmpty ? EmptyState(words.noneLocked).html : list(model.entries, wording))\
                \(Pager(newer: nil, older: model.next, in: wording).html)
                """
        ).html
    }

    private static func tabs(_ current: LockedDeviceKind, _ wording: any Wording) -> Tabs {
        Tabs(
            label: wording.console.layout.tabs,
            LockedDeviceKind.allCases.map {
                Tabs.Tab($0.address, wording.console.accounts.lockedTab($0), isCurrent: $0 == current)
            })
    }

    private static func list(_ entries: [Entry], _ wording: any Wording) -> HTML {
        let words = wording.console.accounts
        var columns = ConsoleDevice.columns(in: wording)
        columns.insert(words.account, at: 1)
        return Table(label: words.lockedTitle, columns: columns, rows: entries.map { row($0, wording) }).html
    }

    private static func row(_ entry: Entry, _ wording: any Wording) -> [HTML?] {
        let account = "\(ConsoleSection.accounts.address)/\(entry.account)"
        var cells = entry.device.cells(address: "\(account)/devices/\(entry.device.id)", in: wording)
        cells.insert(
            """
            <a href="\(account)"><bdi>\(entry.userName)</bdi></a> \
            \(entry.isAccountActive ? "" : AccountHeader.tag(isActive: false, wording.console.accounts))
            """, at: 1)
        return cells
    }
}

extension LockedDeviceKind {
    /// The address of the list.
    package var address: String {
        switch self {
        case .forATime: ConsoleSection.devices.address
        case .forGood: "\(ConsoleSection.devices.address)?for=good"
        }
    }
}
