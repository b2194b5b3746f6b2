import Foundation
import Spelling
import Terminal
import XignSDK

/// The activations of this device's accounts.
struct DeviceList {
    struct Device {
        let idmIdentifier: String
        let information: ActivationInformation

        /// The name, or else the beginning of the id.
        var shownName: String { information.alias ?? String(information.activationId.prefix(DeviceList.idLength)) }
    }

    /// The number of characters of an id that are shown: enough to be unique among a person's devices.
    static let idLength = 8

    let all: [Device]

    // MARK: Finding

    /// Returns another device, given by its name or the beginning of its id.
    /// - Throws: ``CommandFailure`` unless there is exactly one, and for this device.
    func find(_ text: String) throws(CommandFailure) -> Device {
        let found = Naming.meant(
            by: text, among: all, id: { $0.information.activationId }, name: { $0.information.alias })
        guard let device = found.first else { throw missing(text) }
        guard found.count == 1 else {
            let candidates = found.map(\.information)
            throw CommandFailure(.data) { words in
                words.devices.several(
                    text,
                    candidates.map { ($0.activationId, $0.circumstances(words.devices)) })
            }
        }
        guard !device.information.isThisDevice else { throw CommandFailure(.data) { $0.devices.isThisDevice } }
        return device
    }

    private func missing(_ text: String) -> CommandFailure {
        let nearest = Spelling.nearest(to: text, among: all.compactMap(\.information.alias))
        return CommandFailure(.data) { $0.devices.missing(text, nearest: nearest) }
    }

    // MARK: Showing

    func table(showsManager: Bool, _ words: any DeviceWording) -> Table {
        let columns = words.columns.map { Table.Column($0) }
        var table = Table(showsManager ? columns : columns.dropLast())
        for device in all {
            let information = device.information
            table.append([
                "\(information.alias ?? "")", words.system(information.platform ?? ""), information.state(words),
                "\(information.activationId.prefix(Self.idLength))", "\(device.idmIdentifier)",
            ])
        }
        return table
    }
}

extension DeviceList {
    /// Fetches the activations of all `accounts`.
    init(_ sdk: XignSdk, of accounts: [PersonalizationResult]) throws(XignSdkError) {
        var all: [Device] = []
        for account in accounts {
            all += try sdk.personalizer.fetchActivationsSynchronous(idmIdentifier: account.idmIdentifier)
                .map { Device(idmIdentifier: account.idmIdentifier, information: $0) }
        }
        self.all = all
    }
}

extension ActivationInformation {
    fileprivate func state(_ words: any DeviceWording) -> Text {
        if let expiresAt { return words.waiting(until: PointInTime(expiresAt).time) }
        return words.inUse(since: since.map { PointInTime($0) }, isThisDevice: isThisDevice)
    }

    /// The properties that tell devices of the same name apart.
    fileprivate func circumstances(_ words: any DeviceWording) -> Text {
        platform.map { "\(words.system($0)), \(state(words))" } ?? state(words)
    }
}

extension DeviceWording {
    /// Returns the name of a platform (docs/protocol.md, section 4) for people.
    func system(_ platform: String) -> Text { platform == "Web" ? inBrowser : "\(platform)" }
}

/// An activation, as JSON for programs.
struct DeviceReport: Encodable {
    let idm: String
    let activationId: String
    let alias: String?
    let platform: String?
    let since: Date?
    let expiresAt: Date?
    let isThisDevice: Bool

    init(_ device: DeviceList.Device) {
        idm = device.idmIdentifier
        let information = device.information
        activationId = information.activationId
        alias = information.alias
        platform = information.platform
        since = information.since
        expiresAt = information.expiresAt
        isThisDevice = information.isThisDevice
    }
}
