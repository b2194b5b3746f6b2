import XignDomain
import XignProtocol
import XignUseCases

/// The `claims` parameter (OpenID Connect Core, section 5.5): the claims of attributes and additions that a website
/// names, their destinations, and its demands on the person and the authentication.
///
/// For an attribute, the members must be valid but have no effect: the service's operator decides what is required, not
/// `essential`, and the person chooses the value, not `value` or `values`. A value of `sub` is a demand; values of
/// `acr` are one if the claim is essential. Unknown claims and members are ignored, as section 5.5 demands.
package struct ClaimsParameter {
    package let attributes: ClaimsRequest
    /// True if user info is to tell the role.
    package let asksForRole: Bool
    /// The values of `sub` (section 3.1.2.2), at either place.
    package let subjects: [String]
    /// The values of an essential `acr` in the ID token (section 5.5.1.1); nil: any.
    package let contextClasses: [String]?

    /// The limits of the JSON. All claims of attributes at both places, with values, need half of the size.
    package static let limits = StrictJSON.Limits(size: 4096, depth: 8)

    /// - Parameter additional: the values beyond the twelve that the service may receive.
    package init(_ text: String, additional: [AdditionalValue] = []) throws(AuthorizationRefusal) {
        let bytes = Array(text.utf8)
        let limits = Self.limits
        guard bytes.count <= limits.size else { throw Self.refusal("claims is larger than \(limits.size) bytes") }
        guard bytes.first(where: { !Self.isWhiteSpace($0) }) == UInt8(ascii: "{"),
            let json = try? StrictJSON.parse(Self.withoutNull(bytes), limits: limits), case .object(let members) = json
        else { throw Self.refusal("claims is not a JSON object, or is none that every reader understands alike") }
        let idToken = try Self.claims(at: "id_token", in: members)
        let userInfo = try Self.claims(at: "userinfo", in: members)
        attributes = ClaimsRequest(
            idToken: Self.attributes(idToken, additional), userInfo: Self.attributes(userInfo, additional))
        asksForRole = userInfo.contains { $0.name.hasSameBytes(as: "roles") }
        subjects = try Self.subjects(idToken + userInfo)
        contextClasses = try Self.contextClasses(idToken)
    }

    /// A request for one claim (section 5.5.1).
    private struct ClaimRequest {
        let name: String
        var isEssential = false
        var values: [JSONValue] = []
    }

    private static func claims(
        at place: String, in members: [(name: String, value: JSONValue)]
    ) throws(AuthorizationRefusal) -> [ClaimRequest] {
        guard let value = members.first(where: { $0.name.hasSameBytes(as: place) })?.value else { return [] }
        guard case .object(let claims) = value else {
            throw refusal("userinfo and id_token of claims must be objects")
        }
        var all: [ClaimRequest] = []
        for claim in claims { all.append(try claimRequest(claim.name, claim.value)) }
        return all
    }

    private static func claimRequest(
        _ name: String, _ value: JSONValue
    ) throws(AuthorizationRefusal) -> ClaimRequest {
        guard case .object(let members) = value else {
            throw refusal("in claims, a claim must be asked for by null or an object")
        }
        var request = ClaimRequest(name: name)
        for member in members {
            switch (member.name, member.value) {
            case ("essential", .boolean(let isEssential)): request.isEssential = isEssential
            case ("values", .array(let values)): request.values += values
            case ("value", let value): request.values.append(value)
            case ("essential", _): throw refusal("in claims, essential must be true or false")
            case ("values", _): throw refusal("in claims, values must be an array")
            default: break
            }
        }
        return request
    }

    private static func attributes(
        _ claims: [ClaimRequest], _ additional: [AdditionalValue]
    ) -> Set<RequestedClaim> {
        Set(claims.compactMap { RequestedClaim(named: $0.name, of: additional) })
    }

    /// Reads the values of `sub`. A demand that is not understood is refused: otherwise another person could log in.
    private static func subjects(_ claims: [ClaimRequest]) throws(AuthorizationRefusal) -> [String] {
        var subjects: [String] = []
        for claim in claims where claim.name.hasSameBytes(as: "sub") && !claim.values.isEmpty {
            guard claim.values.count == 1, case .string(let subject) = claim.values[0], subject.utf8.count <= 255,
                subject.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else { throw refusal("in claims, sub can have one value, of at most 255 ASCII characters") }
            subjects.append(subject)
        }
        return subjects
    }

    private static func contextClasses(_ claims: [ClaimRequest]) throws(AuthorizationRefusal) -> [String]? {
        guard let acr = claims.first(where: { $0.name.hasSameBytes(as: "acr") }), acr.isEssential, !acr.values.isEmpty
        else { return nil }
        var classes: [String] = []
        for value in acr.values {
            guard case .string(let text) = value else { throw refusal("in claims, values of acr must be strings") }
            classes.append(text)
        }
        return classes
    }

    /// Replaces each null by an object without members, which means the same here (section 5.5.1), since `StrictJSON`
    /// knows no null. A null at a place without values remains an error: an object is one there too.
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
