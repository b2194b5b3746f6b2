/// The name of an operation of the device API: the last segment of the path `/api/device/v1/<operation>`, and part of
/// the sealed and signed data (protocol.md, section 3).
public enum DeviceOperationName: String, Sendable, CaseIterable {
    case register, registerFinish, open, personalizeFinish, start, prepare, finish, abort, inAppStart, startUtility
    case collectCode, finishUtility, status, aliasChoices, forgetAliasChoice, list, rename, revoke
}

/// An operation of the device API: its name, request and response.
public protocol DeviceOperation: Sendable {
    associatedtype Request: Codable & Sendable
    associatedtype Response: Codable & Sendable
    static var name: DeviceOperationName { get }
}
