import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Security requirements: the device that begins a shared login must have passed those of each website that it opens.
extension SharedLoginTests {
    static let security: [TestCase<Self>] = [
        TestCase("(b) a website whose security requirements the device has not passed asks", refusedDevice),
        TestCase("(b) a check that the device has passed before is none for a later shared login", formerCheck),
        TestCase("(b) requirements that are as strict where it began are enough", sameRequirements),
        TestCase("(b) one that began under older requirements asks", olderRequirements),
        TestCase("(b) a website that refuses opened codes now makes no former login strict", stricterRelays),
    ]

    private static let rooted = SecurityRequirementsTests.check(rooted: true)
    private static let sound = SecurityRequirementsTests.good
    private static let refusing = "{ refuse: [rooted] }"

    private func strictScene() throws -> SharedLoginScene {
        try SharedLoginScene(
            .sqlite,
            SharedLoginScene.declaration(wiki: "sharedLogin: true\n        security: \(Self.refusing)"))
    }

    func refusedDevice() throws {
        let scene = try strictScene()
        // Ada has another device, which is sound.
        let phone = try RawDevice(scene.manager)
        var before = SharedLoginScene.Jar(scene)
        try before.logIn("wiki", by: phone, check: Self.sound)
        var jar = SharedLoginScene.Jar(scene)
        try jar.logIn("shop", shares: true, check: Self.rooted)
        let asked = try jar.begin("wiki")
        #expect(throws: SecurityRequirementsTests.insufficient(.rooted)) {
            try scene.start(asked, check: Self.rooted)
        }
        #expect(try jar.silently("wiki") == nil)
        #expect(try jar.silently("shop") != nil)
    }

    func formerCheck() throws {
        let scene = try strictScene()
        var before = SharedLoginScene.Jar(scene)
        try before.logIn("wiki", check: Self.sound)
        var jar = SharedLoginScene.Jar(scene)
        try jar.logIn("shop", shares: true, check: Self.rooted)
        #expect(try jar.silently("wiki") == nil)
        // It passes the check at the wiki itself.
        try jar.logIn("wiki", check: Self.sound)
        #expect(try jar.silently("wiki") != nil)
        // A login by another device takes nothing of that away.
        var other = SharedLoginScene.Jar(scene)
        try other.logIn("wiki", by: try RawDevice(scene.manager), check: Self.sound)
        #expect(try jar.silently("wiki") != nil)
    }

    func sameRequirements() throws {
        let scene = try SharedLoginScene()
        try scene.manager.requireOfAll(Self.refusing)
        var before = SharedLoginScene.Jar(scene)
        try before.logIn("wiki", check: Self.sound)
        var jar = SharedLoginScene.Jar(scene)
        try jar.logIn("shop", shares: true, check: Self.sound)
        #expect(try jar.silently("wiki") != nil)
    }

    func olderRequirements() throws {
        let scene = try SharedLoginScene()
        let phone = try RawDevice(scene.manager)
        var jar = try scene.sharing()
        #expect(try jar.silently("wiki") != nil)
        try scene.manager.requireOfAll(Self.refusing)
        #expect(try jar.silently("wiki") == nil)
        // Another device makes the consent good again.
        var other = SharedLoginScene.Jar(scene)
        try other.logIn("wiki", by: phone, check: Self.sound)
        #expect(try jar.silently("wiki") == nil)
        // Its protection from relays where it began is no longer known, either.
        try jar.logIn("wiki", check: Self.sound)
        #expect(try jar.silently("wiki") == nil)
        #expect(try jar.silently("shop") == nil)
        try jar.logIn("shop", shares: true, check: Self.sound)
        #expect(try jar.silently("wiki") != nil)
    }

    func stricterRelays() throws {
        let scene = try SharedLoginScene(
            .sqlite, SharedLoginScene.declaration(shop: "sharedLogin: true\n        openedQRCodes: allow"))
        var jar = try scene.sharing()
        #expect(try jar.silently("wiki") == nil)
        // The code may have been relayed and opened: what the shop refuses from now on comes too late for it.
        try SharedLoginScene.apply(SharedLoginScene.declaration(), to: scene.manager)
        #expect(try jar.silently("wiki") == nil)
        try jar.logIn("shop", shares: true)
        #expect(try jar.silently("wiki") != nil)
    }
}
