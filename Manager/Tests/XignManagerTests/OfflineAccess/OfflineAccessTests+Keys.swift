import DatabaseFixture
import Testing
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignUseCases

/// Lasting accesses of public clients that prove a key (RFC 9449, section 5).
extension OfflineAccessTests {
    static let keysTests: [TestCase<Self>] = [
        TestCase("the refresh token of a public client with a key stays, and gives bound tokens", boundToken),
        TestCase(
            "without its key, or with another one, a bound refresh token is refused, and the access stays",
            stolenBoundToken),
        TestCase(
            "a confidential client comes back with whichever key it proves, or with none", confidentialClientWithKeys),
    ]

    func boundToken() throws {
        let scene = try OfflineScene(demo: OfflineScene.publicClient)
        let key = TestKey.p256()
        let token = try #require(try scene.logIn(key: key)["refresh_token"]?.string)
        for _ in 0..<3 {
            let refreshed = try scene.refresh(token, key: key).json
            #expect(refreshed["refresh_token"] == nil)
            #expect(refreshed["token_type"]?.string == "DPoP")
            #expect(try scene.userInfo(refreshed, key: key) == .ok)
            #expect(try scene.userInfo(refreshed) == .unauthorized)
            #expect(try scene.userInfo(refreshed, key: .p256()) == .unauthorized)
        }
    }

    func stolenBoundToken() throws {
        let scene = try OfflineScene(demo: OfflineScene.publicClient)
        let key = TestKey.p256()
        let token = try #require(try scene.logIn(key: key)["refresh_token"]?.string)
        for other in [nil, TestKey.p256(), .ed25519()] {
            #expect(try scene.error(try scene.refresh(token, key: other)) == "invalid_grant")
        }
        #expect(try scene.refusal == "otherKey")
        #expect(try scene.refresh(token, key: key).status == .ok)
    }

    func confidentialClientWithKeys() throws {
        let scene = try OfflineScene(.sqlite)
        let token = try #require(try scene.logIn(key: .p256())["refresh_token"]?.string)
        let other = TestKey.p256()
        let bound = try scene.refresh(token, key: other).json
        #expect(bound["token_type"]?.string == "DPoP")
        #expect(try scene.userInfo(bound, key: other) == .ok)
        let unbound = try scene.refresh(token).json
        #expect(unbound["token_type"]?.string == "Bearer")
        #expect(try scene.userInfo(unbound) == .ok)
    }
}
