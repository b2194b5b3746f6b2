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
    /// The number of characters of an id that name a device.
    fileprivate static let shortestID = 4

    let all: [Device]

    // MARK: Finding

    /// Returns another device, given by its name or the beginning of its id.
    /// - Throws: ``Failure`` unless there is exactly one, and for this device.
    func find(_ text: String) throws(Failure) -> Device {
        // A whole id comes first: no device can hide behind the name of another one.
        let matches: [(ActivationInformation) -> Bool] = [
            { $0.activationId == text }, { $0.alias == text }, { $0.activationId.isNamed(by: text) },
        ]
        let found = matches.lazy.map { match in all.filter { match($0.information) } }.first { !$0.isEmpty } ?? []
        guard let device = found.first else { throw missing(text) }
        guard found.count == 1 else {
            let candidates = found.map { device in
                "\(device.information.activationId.prefix(Self.idLength)) (\(device.information.circumstances))" as Text
            }
            throw Failure(
                .data,
                "several devices have the name \(text): give the id instead: \(candidates.joined(separator: " or "))")
        }
        guard !device.information.isThisDevice else {
            throw Failure(.data, "this is the device that you are using: to give it up, use xign forget")
        }
        return device
    }

    private func missing(_ text: String) -> Failure {
        let names = all.compactMap(\.information.alias)
        let advice: Text =
            Spelling.nearest(to: text, among: names).map { "did you mean \($0)?" } ?? "see xign activation list"
        return Failure(.data, "your account has no device \(text); \(advice)")
    }

    // MARK: Showing

    func table(showsManager: Bool) -> Table {
        let columns: [Table.Column] = ["NAME", "SYSTEM", "STATE", "ID"]
        var table = Table(showsManager ? columns + ["MANAGER"] : columns)
        for device in all {
            let information = device.information
            table.append([
                "\(information.alias ?? "")", "\(information.platform ?? "")", information.state,
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
    fileprivate var state: Text {
        if let expiresAt { return "waits for its device until \(PointInTime(expiresAt).time)" }
        let since: Text = since.map { "since \(EnglishTime().day(PointInTime($0)))" } ?? "in use"
        return isThisDevice ? "this device, \(since)" : since
    }

    /// The properties that tell devices of the same name apart.
    fileprivate var circumstances: Text {
        platform.map { "\($0), \(state)" } ?? state
    }
}

extension String {
    /// True if `text` is the beginning of this id, long enough to be meant.
    fileprivate func isNamed(by text: String) -> Bool {
        text.count >= DeviceList.shortestID && hasPrefix(text)
    }
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
