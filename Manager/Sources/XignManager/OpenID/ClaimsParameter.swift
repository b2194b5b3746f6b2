import XignDomain
import XignProtocol

/// Reads the `claims` parameter (OpenID Connect Core, section 5.5): which attributes a website names, and where it wants them.
///
/// That is all that comes of it. `essential` makes nothing required, since only the service's operator decides that, and `value` and
/// `values` choose nothing, since the person does; they must only be what the specification says. Claims and members that are not
/// known are ignored, as section 5.5 demands.
enum ClaimsParameter {
    /// Whoever names all claims of attributes for both places, with values, needs half of it.
    static let limits = StrictJSON.Limits(size: 4096, depth: 8)

    static func parse(_ text: String) throws(AuthorizationRefusal) -> ClaimsRequest {
        let bytes = Array(text.utf8)
        guard bytes.count <= limits.size else { throw refusal("claims is larger than \(limits.size) bytes") }
        guard bytes.first(where: { !isWhiteSpace($0) }) == UInt8(ascii: "{"),
            let json = try? StrictJSON.parse(withoutNull(bytes), limits: limits), case .object(let members) = json
        else { throw refusal("claims is not a JSON object, or is none that every reader understands alike") }
        var request = ClaimsRequest.none
        for member in members {
            if member.name.hasSameBytes(as: "id_token") { request.idToken = try attributes(in: member.value) }
            if member.name.hasSameBytes(as: "userinfo") { request.userInfo = try attributes(in: member.value) }
        }
        return request
    }

    private static func attributes(in value: JSONValue) throws(AuthorizationRefusal) -> Set<AttributeName> {
        guard case .object(let claims) = value else {
            throw refusal("userinfo and id_token of claims must be objects")
        }
        for claim in claims { try check(claim.value) }
        return Set(claims.flatMap { AttributeName.told(by: $0.name) })
    }

    /// How a claim is asked for (section 5.5.1).
    private static func check(_ value: JSONValue) throws(AuthorizationRefusal) {
        guard case .object(let members) = value else {
            throw refusal("in claims, a claim must be asked for by null or an object")
        }
        for member in members {
            switch (member.name, member.value) {
            case ("essential", .boolean), ("values", .array): break
            case ("essential", _): throw refusal("in claims, essential must be true or false")
            case ("values", _): throw refusal("in claims, values must be an array")
            default: break
            }
        }
    }

    /// Here null says the same as an object without members (section 5.5.1): ask in the usual way, for nothing in particular. It
    /// is written so for `StrictJSON`, which knows no null. A null where JSON has no value remains a mistake: so does what
    /// stands for it.
    private static func withoutNull(_ bytes: [UInt8]) -> [UInt8] {
        let null = Array("null".utf8)
        var result: [UInt8] = []
        var index = 0
        var isInString = false
        while index < bytes.count {
            let byte = bytes[index]
            if !isInString, bytes[index...].starts(with: null) {
                result += Array("{}".utf8)
                index += null.count
                continue
            }
            result.append(byte)
            index += 1
            if isInString, byte == UInt8(ascii: "\\"), index < bytes.count {
                result.append(bytes[index])
                index += 1
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            }
        }
        return result
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func refusal(_ description: String) -> AuthorizationRefusal {
        AuthorizationRefusal(.invalidRequest, description)
    }
}
