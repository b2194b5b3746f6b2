import Testing
import XignDomain

@testable import XignServer

/// Claims of attributes, which go no further than the person has confirmed.
extension RememberedLoginTests {
    static let claimsTests: [TestCase<Self>] = [
        TestCase(
            "a required attribute that was confirmed for the ID token alone does not reach the user info endpoint",
            destinations),
        TestCase(
            "whoever has confirmed the full name is asked before its parts are told, and not the reverse", fullName),
    ]

    func destinations() throws {
        try provider.change("shop") {
            $0.attributes = [ServiceAttribute(name: .email, isRequired: true, mustBeVerified: false)]
        }
        let claims = #"{"id_token":{"email":null}}"#
        let (browser, _) = try remembering(.shop, ["scope": "openid", "claims": claims])
        #expect(try isRemembered(browser, .shop, ["scope": "openid", "claims": claims]))
        #expect(try !isRemembered(browser, .shop, ["scope": "openid"]))
    }

    func fullName() throws {
        try provider.change("shop") { service in
            service.attributes = [.givenName, .familyName].map {
                ServiceAttribute(name: $0, isRequired: false, mustBeVerified: false)
            }
        }
        let name: [String: String?] = ["scope": "openid", "claims": #"{"userinfo":{"name":null}}"#]
        let parts: [String: String?] = [
            "scope": "openid", "claims": #"{"userinfo":{"given_name":null,"family_name":null}}"#,
        ]
        let (browser, _) = try remembering(.shop, name)
        #expect(try isRemembered(browser, .shop, name))
        #expect(try !isRemembered(browser, .shop, parts))
        let (other, _) = try remembering(.shop, parts)
        #expect(try isRemembered(other, .shop, name))
    }
}
