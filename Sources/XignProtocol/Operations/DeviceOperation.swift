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

/// The answer of an operation inside the seal: the response, or `{ "error": code, ... }`.
public enum OperationAnswer<Response: Codable & Sendable>: Sendable {
    case response(Response)
    case failure(ProtocolError)

    /// Reads an answer.
    /// - Throws: `StrictJSON.Refusal`, `StatementError` or `DecodingError` for anything that is not an answer of this
    ///   operation, an unknown error code included.
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

    /// Encodes the answer.
    /// - Throws: `EncodingError`, like `MessageCoding.encode`.
    public func serialized() throws -> [UInt8] {
        switch self {
        case .response(let response): try MessageCoding.encode(response)
        case .failure(let error): try MessageCoding.encode(error)
        }
    }
}

extension KeyedDecodingContainer {
    /// Returns the only member among members that exclude each other. Unknown members do not count.
    /// - Throws: `DecodingError` unless there is exactly one.
    @discardableResult
    func requireExactlyOne() throws -> Key {
        guard allKeys.count == 1, let key = allKeys.first else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "exactly one of several members is expected"))
        }
        return key
    }
}

/// The client's own description, sent with the requests that begin a process. It is a signal for the manager's policy
/// and not a control.
public struct ClientInformation: Codable, Sendable, Equatable {
    /// The result of the SDK's security check.
    public struct SecurityCheck: Codable, Sendable, Equatable {
        /// The time of the check in Unix seconds.
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

    /// The version of the SDK.
    public var version: String
    /// The operating system, such as `Linux`.
    public var platform: String
    /// Nil where no check was made.
    public var securityCheck: SecurityCheck?

    public init(version: String, platform: String, securityCheck: SecurityCheck?) {
        self.version = version
        self.platform = platform
        self.securityCheck = securityCheck
    }
}
