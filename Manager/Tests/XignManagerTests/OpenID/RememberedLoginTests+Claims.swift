import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer

/// Claims of attributes, which go no further than the person has confirmed.
extension RememberedLoginTests {
    static let claimsTests: [TestCase<Self>] = [
        TestCase(
            "a required attribute that was confirmed for the ID token alone does not reach the user info endpoint",
            destinations),
        TestCase(
            "whoever has confirmed the full name is asked before its parts are told, and not the reverse", fullName),
        TestCase("groups that were not asked for, or by another way, need the device", groupsAskedFor),
        TestCase("a repetition tells the confirmed groups that the person still has", groupsTold),
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
        // The parts would be told, too, which this request does not ask for.
        #expect(try !isRemembered(other, .shop, name))
        #expect(try isRemembered(other, .shop, parts))
    }

    private static let groups: [String: String?] = ["scope": "openid groups"]

    func groupsAskedFor() throws {
        try provider.change("shop") { $0.groups = ServiceGroups(.all, isRequired: false) }
        // Nothing is released: an optional list that was left out ends nothing.
        let (browser, _) = try remembering(.shop, Self.groups)
        #expect(try isRemembered(browser, .shop, Self.groups))
        #expect(try isRemembered(browser, .shop, ["scope": "openid"]))
        let claims: [String: String?] = ["scope": "openid", "claims": #"{"id_token":{"groups":null}}"#]
        #expect(try !isRemembered(browser, .shop, claims))
        let (other, _) = try remembering(.shop, claims)
        #expect(try isRemembered(other, .shop, claims))
        #expect(try !isRemembered(other, .shop, ["scope": "openid"]))
        #expect(try !isRemembered(other, .shop, Self.groups))
        #expect(
            try !isRemembered(other, .shop, ["scope": "openid", "claims": #"{"userinfo":{"groups":null}}"#]))
    }

    func groupsTold() throws {
        try provider.change("shop") { $0.groups = ServiceGroups(.all) }
        try provider.write { transaction in
            for name in ["ops", "staff"] { try transaction.groups.add(Provider.account, to: name, in: "org") }
        }
        var browser = Browser(provider)
        let id = try browser.begin(.shop, Self.groups)
        _ = try browser.post("/login/\(id)/remember", [("remember", "yes")])
        try provider.confirm(id)
        let disclosure = AttributeDisclosure(
            salt: Array(repeating: 1, count: 16), name: "groups", value: "ops, staff")
        try provider.write { transaction in
            let release = AdditionalRelease(name: .groups, disclosure: disclosure, destinations: [.idToken, .userInfo])
            try transaction.attributeReleases.prepare(
                Releases(attributes: [], additional: [release]), of: id, activation: Provider.activationID,
                expiresAt: provider.now + 60)
            try transaction.attributeReleases.confirm(id, keptUntil: provider.now + 60)
        }
        _ = try browser.post("/login/\(id)/continue")
        provider.advance(seconds: 1200)
        func told(_ changes: [String: String?] = Self.groups) throws -> [String]? {
            let code = try #require(try silently(browser, .shop, changes)["code"])
            return try claims(code)["groups"]?.strings
        }
        #expect(try told() == ["ops", "staff"])
        try provider.write { transaction in
            try transaction.groups.remove(Provider.account, from: "ops", in: "org")
            try transaction.groups.add(Provider.account, to: "guests", in: "org")
        }
        #expect(try told() == ["staff"])
        #expect(try told(["scope": "openid"]) == nil)
        try provider.write { try $0.groups.remove(Provider.account, from: "staff", in: "org") }
        #expect(try told() == [])
    }
}
