import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignSDK
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The secrets that claim a process, and the return secret.
extension SameDeviceTests {
    static let claimsTests: [TestCase<Self>] = [
        TestCase("the secret of the link claims by no QR code, and that of a code by no link", swappedSecrets),
        TestCase(
            "a process that a link has claimed cannot be claimed by a QR code or by another device", codeAfterLink),
        TestCase("a process that a QR code has claimed cannot be claimed by a link", linkAfterCode),
        TestCase("where link and code come at the same moment, one of them decides the channel", race),
        TestCase("the same confirmation, sent again, gets the same secret; the database does not hold it", repetition),
        TestCase("a wrong PIN opens no way back", wrongPIN),
    ]

    func swappedSecrets() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let link = try InitializationLink(parsing: try browser.link).data.secret
        let code = try InitializationLink(parsing: try browser.qrCode).data.secret
        #expect(refusal(device, browser, .qrCode(link)) == .qrCodeExpired)
        #expect(refusal(device, browser, .link(code)) == .wrongChannel)
        let session = try #require(try manager.snapshot(try browser.session))
        #expect(session.phase == .waiting && session.channel == .crossDevice)
        // Neither has spoilt anything.
        #expect(refusal(device, browser, .link(link)) == nil)
    }

    func codeAfterLink() throws {
        let manager = try TestManager()
        let (device, other) = (try RawDevice(manager), try RawDevice(manager, user: "mallory"))
        let browser = try TestBrowser(manager)
        let link = try InitializationLink(parsing: try browser.link).data.secret
        let code = try InitializationLink(parsing: try browser.qrCode).data.secret
        #expect(refusal(device, browser, .link(link)) == nil)
        for claimant in [device, other] { #expect(refusal(claimant, browser, .qrCode(code)) == .wrongChannel) }
        #expect(refusal(other, browser, .link(link)) == .sessionTaken)
        #expect(try manager.snapshot(try browser.session)?.channel == .sameDevice)
        // The device itself may begin again, by the link.
        #expect(refusal(device, browser, .link(link)) == nil)
    }

    func linkAfterCode() throws {
        let manager = try TestManager()
        let (device, other) = (try RawDevice(manager), try RawDevice(manager, user: "mallory"))
        let browser = try TestBrowser(manager)
        let link = try InitializationLink(parsing: try browser.link).data.secret
        let code = try InitializationLink(parsing: try browser.qrCode).data.secret
        #expect(refusal(device, browser, .qrCode(code)) == nil)
        for claimant in [device, other] { #expect(refusal(claimant, browser, .link(link)) == .wrongChannel) }
        #expect(try manager.snapshot(try browser.session)?.channel == .crossDevice)
        #expect(refusal(device, browser, .qrCode(code)) == nil)
    }

    func race() throws {
        let manager = try TestManager()
        let browser = try TestBrowser(manager)
        let id = try browser.session
        let (a, b) = (ActivationID.random(), ActivationID.random())
        let now = manager.clock.now
        // Both have read the session while it waited.
        let waiting = try #require(try manager.snapshot(id))
        let claims = try manager.context.database.write { transaction in
            [
                try transaction.processes.apply(
                    try #require(
                        waiting.claimed(Claim(activationID: a, tokenHash: [1]), through: .sameDevice, at: now))),
                try transaction.processes.apply(
                    try #require(
                        waiting.claimed(Claim(activationID: b, tokenHash: [2]), through: .crossDevice, at: now))),
                try transaction.processes.apply(
                    try #require(
                        waiting.claimed(Claim(activationID: a, tokenHash: [3]), through: .crossDevice, at: now))),
            ]
        }
        #expect(claims == [true, false, false])
        let session = try #require(try manager.snapshot(id))
        #expect(session.channel == .sameDevice && session.claim == Claim(activationID: a, tokenHash: [1]))
    }

    func repetition() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let prepared = try prepare(device, browser)
        let first = try #require(try device.finish(prepared).result?.returnSecret)
        #expect(first.bytes.count == 32)
        #expect(try device.finish(prepared).result?.returnSecret == first)
        let dump = try manager.dump()
        #expect(!dump.contains(Base64URL.encode(first.bytes)))
        #expect(!dump.contains(String(decoding: first.bytes, as: UTF8.self)))
        let address = ReturnAddress(at: manager.issuer, secret: first)
        let answer = try browser.comeBack(URL(string: try #require(address).text))
        #expect(try browser.parameters(of: answer)["code"] != nil)
        // Its answer was lost, and the login is used meanwhile.
        #expect(try device.finish(prepared).result?.returnSecret == first)
        #expect(try prepare(device, try TestBrowser(manager)).statement != prepared.statement)
    }

    func wrongPIN() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let answer = try device.finish(try prepare(device, browser), wrongPIN: true)
        #expect(answer.result == nil && answer.refusal != nil)
        #expect(try manager.snapshot(try browser.session)?.confirmation?.returnHash == nil)
    }
}
