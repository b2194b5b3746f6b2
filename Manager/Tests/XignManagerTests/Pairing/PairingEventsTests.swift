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

/// The event stream of a page whose login needs a pairing.
struct PairingEventsTests {
    @Test("Events of a pairing", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("The page is told the digits, and a stranger is told nothing", told),
        TestCase("Right digits leave the page at once, before the device shows what is to be confirmed", right),
        TestCase("Wrong digits are told as the reason of the end", wrong, each: [nil, "70"]),
    ]

    private let provider: Provider
    private let server: EventServer
    private let digits: PairingDigits

    init() throws {
        provider = try Provider()
        server = try EventServer(provider)
        digits = try #require(PairingDigits("07"))
    }

    /// A device opens the code of a login.
    private func claim(_ id: SessionID) throws {
        try provider.write { [digits, provider] transaction in
            let process = try #require(try transaction.processes.find(id))
            let claim = Claim(activationID: Provider.activationID, tokenHash: [1])
            let claimed = process.paired(by: digits).claimed(claim, through: .crossDevice, at: provider.now)
            #expect(try transaction.processes.apply(try #require(claimed)))
        }
    }

    /// The user types digits on the device.
    private func type(_ typed: PairingDigits?, _ id: SessionID) throws {
        try provider.write { transaction in
            switch try #require(try transaction.processes.find(id)).judged(typed) {
            case .right(let transition), .wrong(let transition): #expect(try transaction.processes.apply(transition))
            case nil: Issue.record("no digits are asked for")
            }
        }
    }

    func told() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let stream = server.open(id, browser.cookieField)
        #expect(stream.next() == #"{"state":"waiting"}"#)
        try claim(id)
        #expect(stream.next() == #"{"state":"scanned","pairing":"07"}"#)
        #expect(server.open(id, HeaderField("Cookie", "none=none")).next() == nil)
    }

    func right() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        try claim(id)
        let stream = server.open(id, browser.cookieField)
        #expect(stream.next() == #"{"state":"scanned","pairing":"07"}"#)
        try type(digits, id)
        #expect(stream.next() == #"{"state":"scanned"}"#)
        try provider.prepare(id)
        #expect(stream.next() == #"{"state":"confirming"}"#)
    }

    func wrong(typed: String?) throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        try claim(id)
        let stream = server.open(id, browser.cookieField)
        #expect(stream.next() == #"{"state":"scanned","pairing":"07"}"#)
        try type(typed.flatMap { PairingDigits($0) }, id)
        #expect(stream.next() == #"{"state":"declined","reason":"pairing"}"#)
        #expect(stream.next() == nil)
    }
}
