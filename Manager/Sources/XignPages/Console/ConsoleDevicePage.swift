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
        case .pending(let end):
            Tag(.warning, "\(words.waitsUntil(""), value: { _ in Moment(end).dayAndTime(in: wording) })").html
        case .inUse: Tag(.good, "\(words.inUse)").html
        case .locked(let end):
            Tag(.warning, "\(words.lockedUntil(""), value: { _ in Moment(end).dayAndTime(in: wording) })").html
        case .lockedForGood: Tag(.bad, "\(words.lockedForGood)").html
        }
    }

    /// The facts that tell one device from another, for lists.
    func facts(in wording: any Wording) -> [(term: String, value: HTML)] {
        let words = wording.console.accounts
        var rows: [(term: String, value: HTML)] = [(words.deviceID, "<code>\(shortID)</code>")]
        if isBrowser {
            rows.append((words.system, "\(words.inBrowser)"))
        } else if let system {
            rows.append((words.system, HTML.isolated(system)))
        }
        if let connected { rows.append((words.connected, connected.day(in: wording))) }
        if case .pending = state { return rows }
        rows.append((words.lastUsed, lastUsed?.dayAndTime(in: wording) ?? "\(words.never)"))
        if failuresInARow > 0 { rows.append((words.failuresInARow, "\(words.count(failuresInARow))")) }
        return rows
    }

    /// All that the console knows about the device.
    fileprivate func allFacts(in wording: any Wording) -> [(term: String, value: HTML)] {
        let words = wording.console.accounts
        var rows = facts(in: wording).filter { $0.term != words.failuresInARow }
        if case .pending = state { return rows }
        if let keyStore { rows.append((words.keyStore, HTML.isolated(keyStore))) }
        rows.append((words.attestation, attestation.map(HTML.isolated) ?? "\(words.noAttestation)"))
        rows.append((words.failuresInARow, "\(failuresInARow == 0 ? words.never : words.count(failuresInARow))"))
        rows.append((words.recentFailures, "\(recentFailures == 0 ? words.never : words.count(recentFailures))"))
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
                <h1><bdi>\(name)</bdi></h1>
                \(device.tag(in: wording))\
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
            tabs: LockedDeviceKind.allCases.map {
                ConsoleLayout.Tab($0.address, words.lockedTab($0), isCurrent: $0 == model.kind)
            },
            content: """
                <h1>\(words.lockedTitle)</h1>
                <p>\(words.lockedExplanation)</p>
                \(model.entries.isEmpty ? EmptyState(words.noneLocked).html : list(model.entries, wording))\
                \(Pager(newer: nil, older: model.next, in: wording).html)
                """
        ).html
    }

    private static func list(_ entries: [Entry], _ wording: any Wording) -> HTML {
        """
        <ul class="rows">
        \(entries.map { item($0, wording) })\
        </ul>

        """
    }

    private static func item(_ entry: Entry, _ wording: any Wording) -> HTML {
        let words = wording.console.accounts
        let account = "\(ConsoleSection.accounts.address)/\(entry.account)"
        let owner: HTML = """
            <a href="\(account)"><bdi>\(entry.userName)</bdi></a> \
            \(entry.isAccountActive ? "" : AccountHeader.tag(isActive: false, words))
            """
        return """
            <li>
            <h2><a href="\(account)/devices/\(entry.device.id)"><bdi>\(entry.device.name(in: wording))</bdi></a></h2>
            \(entry.device.tag(in: wording))\
            \(SummaryList([(words.account, owner)] + entry.device.facts(in: wording)).html)\
            </li>

            """
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
