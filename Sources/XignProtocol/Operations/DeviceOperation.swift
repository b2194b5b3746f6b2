/// The operations of the device API: the last segment of the path `/api/device/v1/<operation>`, and part of what is sealed and
/// signed.
public enum DeviceOperationName: String, Sendable, CaseIterable {
    case register, registerFinish, open, personalizeFinish, start, prepare, finish, abort, inAppStart, startUtility
    case collectCode, finishUtility, status, aliasChoices, forgetAliasChoice, list, rename, revoke
}

/// One operation: its name, and what is asked and answered.
public protocol DeviceOperation: Sendable {
    associatedtype Request: Codable & Sendable
    associatedtype Response: Codable & Sendable
    static var name: DeviceOperationName { get }
}

/// An operation's answer as it stands inside the seal: the response, or `{ "error": code, ... }`.
public enum OperationAnswer<Response: Codable & Sendable>: Sendable {
    case response(Response)
    case failure(ProtocolError)

    public init(parsing bytes: [UInt8]) throws {
        guard case .object(let members) = try StrictJSON.parse(bytes, limits: .message) else {
            throw StatementError.malformed
        }
        if members.contains(where: { $0.name == "error" }) {
            self = .failure(try MessageCoding.decode(ProtocolError.self, from: bytes))
        } else {
            self = .response(try MessageCoding.decode(Response.self, from: bytes))
        }
    }

    public func serialized() throws -> [UInt8] {
        switch self {
        case .response(let response): try MessageCoding.encode(response)
        case .failure(let error): try MessageCoding.encode(error)
        }
    }
}

extension KeyedDecodingContainer {
    /// The one member that is there, among those that are alternatives to each other. Unknown members do not count.
    @discardableResult
    func requireExactlyOne() throws -> Key {
        guard allKeys.count == 1, let key = allKeys.first else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "exactly one of several members is expected"))
        }
        return key
    }
}

/// What the client says of itself: in the bodies that begin a process. A signal for the manager's policy, not a control.
public struct ClientInformation: Codable, Sendable, Equatable {
    public struct SecurityCheck: Codable, Sendable, Equatable {
        /// Unix seconds.
        public var date: Int64
        public var checkVersion: Int32
        public var osVersion: String
        public var isRooted: Bool
        public var isHooked: Bool

        public init(date: Int64, checkVersion: Int32, osVersion: String, isRooted: Bool, isHooked: Bool) {
            self.date = date
            self.checkVersion = checkVersion
            self.osVersion = osVersion
            self.isRooted = isRooted
            self.isHooked = isHooked
        }
    }

    /// Of the SDK.
    public var version: String
    public var platform: String
    public var securityCheck: SecurityCheck?

    public init(version: String, platform: String, securityCheck: SecurityCheck?) {
        self.version = version
        self.platform = platform
        self.securityCheck = securityCheck
    }
}
