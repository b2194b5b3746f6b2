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
