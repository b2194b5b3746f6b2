import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

/// The activation of a device.
extension SecurityRequirementsTests {
    static let activationTests: [TestCase<Self>] = [
        TestCase("An insufficient device uses up no activation, and its refusal is on record once", open),
        TestCase("An insufficient device learns nothing about the PIN, and no PIN is counted", noOracle),
        TestCase("A lockout is not told to an insufficient device, and goes on", lockedOut),
        TestCase(
            "A refused request stays refused when the policy is another one, so that nobody can have its PIN counted later",
            openedAgain),
        TestCase("Where an activation is used already, its user is warned on an insufficient device too", alreadyUsed),
        TestCase("An invitation is judged by the enrolled platform of the device that merges it", merge),
    ]

    func open() throws {
        let manager = try TestManager()
        try manager.requireOfAll(Self.strict)
        let activation = try RawActivation(manager)
        for check in [nil, Self.check(rooted: true)] {
            let refusal = check == nil ? Self.insufficient(.unchecked) : Self.insufficient(.rooted)
            #expect(throws: refusal) { try activation.send(try activation.sealedOpen(check: check)) }
        }
        let refused = try manager.events(.activationRefused)
        #expect(refused.map(\.detail) == ["security check: unchecked"])
        #expect(refused.map(\.activationID) == [activation.id])
        let opened = try activation.send(try activation.sealedOpen(check: Self.good)).personalize
        #expect(opened?.wrongPins == 0)
    }

    func noOracle() throws {
        let manager = try TestManager()
        try manager.requireOfAll(Self.strict)
        let activation = try RawActivation(manager)
        for pin in [TestManager.activationPIN, "00000001", "00000002", "00000003", "00000004", "00000005"] {
            #expect(throws: Self.insufficient(.unchecked)) { try activation.send(try activation.sealedOpen(pin: pin)) }
        }
        let stranger = RawActivation(manager: manager, id: activation.id, secret: .random(count: 16))
        #expect(throws: ProtocolError(.activationInvalid)) { try stranger.send(try stranger.sealedOpen()) }
        let stored = try manager.context.database.read { try $0.activations.find(activation.id) }
        #expect(stored?.wrongPINs == 0)
        #expect(stored?.state == .pending)
        #expect(try manager.events(.activationPINWrong).isEmpty)
    }

    func lockedOut() throws {
        let manager = try TestManager()
        let activation = try RawActivation(manager)
        #expect(try activation.open(pin: "00000001").lockout != nil)
        try manager.requireOfAll(Self.strict)
        #expect(throws: Self.insufficient(.unchecked)) { try activation.send(try activation.sealedOpen()) }
        let error = #expect(throws: ProtocolError.self) {
            try activation.send(try activation.sealedOpen(check: Self.good))
        }
        #expect(error?.error == .lockedOut)
    }

    func openedAgain() throws {
        let manager = try TestManager()
        let activation = try RawActivation(manager)
        let before = try activation.sealedOpen()
        let token = try activation.send(before).personalize?.openToken
        try manager.requireOfAll(Self.strict)
        #expect(try activation.send(before).personalize?.openToken == token)
        let wrong = try activation.sealedOpen(pin: "00000001")
        #expect(throws: Self.insufficient(.unchecked)) { try activation.send(wrong) }
        try manager.requireOfAll("{}")
        #expect(throws: Self.insufficient(.unchecked)) { try activation.send(wrong) }
        let stored = try manager.context.database.read { try $0.activations.find(activation.id) }
        #expect(stored?.wrongPINs == 0)
    }

    func alreadyUsed() throws {
        let manager = try TestManager()
        let activation = try RawActivation(manager)
        _ = try activation.personalize()
        try manager.requireOfAll(Self.strict)
        #expect(try activation.send(try activation.sealedOpen()).alreadyUsedAt != nil)
    }

    func merge() throws {
        let manager = try TestManager()
        _ = try Apply(manager.context)(Array("users: [{ name: eve }]".utf8))
        let device = try RawDevice(manager, user: "eve", platform: "iOS")
        try manager.requireOfAll("{ minimumSystem: { iOS: \"18\" } }")
        let invitation = try manager.invite()
        let old = try invitation.sealedOpen(existing: device, check: Self.check(system: "iOS 17"))
        #expect(throws: Self.insufficient(.outdatedSystem)) { try invitation.send(old) }
        let new = try invitation.sealedOpen(existing: device, check: Self.check(system: "iOS 18"))
        let merge = try #require(try invitation.send(new).merge)
        #expect(throws: Self.insufficient(.unchecked)) {
            try device.claim(merge.sessionId, token: merge.sessionToken, client: Self.client(nil))
        }
        let client = Self.client(Self.check(system: "iOS 18"))
        _ = try device.claim(merge.sessionId, token: merge.sessionToken, client: client)
    }
}

extension RawActivation {
    fileprivate func send(_ request: SealedRequest) throws -> Open.Response {
        try RawDevice.send(request, Open.self, to: manager.manager)
    }
}
