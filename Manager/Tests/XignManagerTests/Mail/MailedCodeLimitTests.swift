import DatabaseFixture
import Logging
import Testing
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

struct MailedCodeLimitTests {
    @Test("The limits of mailed codes", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an account gets five mails a day", accountLimit),
        TestCase("an address gets three mails an hour and ten a day, over all accounts", addressLimit),
        TestCase("a code that is mailed again is one more mail for all limits", repeatedMails, each: Engine.allCases),
        TestCase("a network gets twenty mails a day, but for the ends of recoveries", networkLimit),
        TestCase("a network is counted where logs name none, and no row names it", unnamedNetwork),
        TestCase("the settings limit the mails of a day, and each purpose is counted apart", allLimit),
        TestCase("a removed account's codes still count for the limits, and for nothing else", removedAccount),
        TestCase("housekeeping removes codes after a day", housekeeping),
    ]

    func accountLimit() throws {
        var scene = try AddressScene()
        for number in 1...5 { _ = try scene.code(on: try scene.add("ada\(number)@example.org")) }
        let page = try scene.add("ada6@example.org")
        let answer = try scene.send(on: page)
        #expect(answer.status == .tooManyRequests)
        #expect(answer.text.contains("many codes sent today"))
        #expect(try scene.manager.mailedCodes().isEmpty)
    }

    func addressLimit() throws {
        let (codes, now) = (try CodeRequests(), Timestamp(seconds: 1_800_000_000))
        for number in 0..<3 {
            #expect(try codes.ask(number, "Victim+\(number)@example.org", at: now) == nil)
        }
        #expect(try codes.ask(3, "victim@Example.org", at: now) == .address)
        for number in 3..<10 {
            #expect(try codes.ask(number, "victim@example.org", at: now + Int64(number) * 3600) == nil)
        }
        // The eleventh code, of the eleventh account.
        #expect(try codes.ask(10, "victim@example.org", at: now + 12 * 3600) == .address)
        #expect(try codes.ask(10, "victim@example.org", at: now + 86_401) == nil)
    }

    func repeatedMails(_ engine: Engine) throws {
        var scene = try AddressScene(engine)
        let (first, second) = (try scene.add("a@example.org"), try scene.add("b@example.org"))
        for _ in 1...3 {
            _ = try scene.code(on: first)
            scene.manager.clock.advance(seconds: 60)
        }
        let codes = CodeRequests(manager: scene.manager)
        #expect(try codes.ask(1, "A@example.org", at: scene.manager.clock.now) == .address)
        let code = try scene.code(on: second)
        scene.manager.clock.advance(seconds: 60)
        #expect(try scene.code(on: second) == code)
        scene.manager.clock.advance(seconds: 60)
        let answer = try scene.send(on: second)
        #expect(answer.status == .tooManyRequests)
        #expect(answer.text.contains("many codes sent today"))
        #expect(try scene.manager.mailedCodes().isEmpty)
        // The code of the mails that came still counts.
        #expect(try scene.type(code, on: second)["Location"] == "/account/data?done=addressVerified")
    }

    func networkLimit() throws {
        let (codes, now) = (try CodeRequests(), Timestamp(seconds: 1_800_000_000))
        for number in 0..<20 {
            #expect(try codes.ask(number, "a\(number)@example.org", from: "192.0.2.0/24", at: now) == nil)
        }
        #expect(try codes.ask(20, "b@example.org", from: "192.0.2.0/24", at: now) == .network)
        #expect(try codes.ask(20, "b@example.org", from: "198.51.100.0/24", at: now) == nil)
        for number in 0..<21 {
            let address = "a\(number)@example.org"
            #expect(try codes.ask(number, address, from: "192.0.2.0/24", for: .recoveryEnd, at: now) == nil)
        }
    }

    func unnamedNetwork() throws {
        var scene = try AddressScene(log: Log(namesNetworks: false) { _ in })
        let page = try scene.add()
        let codes = CodeRequests(manager: scene.manager)
        for number in 0..<20 {
            let address = "a\(number)@example.org"
            #expect(try codes.ask(number, address, from: "127.0.0.1", at: scene.manager.clock.now) == nil)
        }
        let answer = try scene.send(on: page)
        #expect(answer.status == .tooManyRequests)
        #expect(answer.text.contains("from your network"))
        let hashes: [[UInt8]] = try scene.manager.context.database.read {
            try $0.values("SELECT network_hash FROM mail_code")
        }
        #expect(Set(hashes.map(\.count)) == [16])
        #expect(Set(hashes).count == 1)
    }

    func allLimit() throws {
        let (codes, now) = (try CodeRequests(), Timestamp(seconds: 1_800_000_000))
        _ = try Apply(codes.manager.context)(Array("settings: { mailedCodesPerDay: 2 }".utf8))
        for number in 0..<2 { #expect(try codes.ask(number, "a\(number)@example.org", at: now) == nil) }
        #expect(try codes.ask(2, "b@example.org", at: now) == .all)
        for number in 0..<2 {
            #expect(try codes.ask(2, "c\(number)@example.org", for: .recoveryBegin, at: now) == nil)
        }
        #expect(try codes.ask(2, "d@example.org", for: .recoveryBegin, at: now) == .all)
        #expect(try codes.ask(2, "d@example.org", for: .recoveryEnd, at: now) == nil)
    }

    func removedAccount() throws {
        let (codes, now) = (try CodeRequests(), Timestamp(seconds: 1_800_000_000))
        for number in 0..<3 { _ = try codes.ask(number, "victim@example.org", at: now) }
        try codes.manager.context.database.write { try $0.accounts.remove(AccountID("account 0")) }
        #expect(try codes.ask(3, "victim@example.org", at: now) == .address)
        let left = try codes.manager.context.database.read {
            try $0.rows("SELECT id FROM mail_code WHERE account_id IS NULL AND sealed_terms IS NULL").count
        }
        #expect(left == 1)
    }

    func housekeeping() throws {
        let scene = try AddressScene()
        let (account, now) = (try scene.manager.account().id, scene.manager.clock.now)
        let value = try scene.manager.store(.email, "ada@example.org", alias: "home")
        try scene.manager.context.database.write { transaction in
            _ = try MailedCodes(now: now, transaction: transaction).send(
                .init(.verifyAddress, account: account, value: value.id, binding: BearerHash(of: "a")),
                from: "192.0.2.1")
        }
        func count() throws -> Int {
            try RemoveExpired(scene.manager.context) { false }
            return try scene.manager.context.database.read { try $0.rows("SELECT id FROM mail_code").count }
        }
        #expect(try count() == 1)
        scene.manager.clock.advance(seconds: 2 * 86_400)
        #expect(try count() == 0)
    }
}

/// Many accounts, each with addresses, that ask for codes.
struct CodeRequests {
    let manager: TestManager

    init() throws { manager = try TestManager(sendsMail: true) }

    init(manager: TestManager) { self.manager = manager }

    /// Asks for a code to an address of an account.
    /// - Returns: the limit that was reached; nil where the code was mailed.
    func ask(
        _ number: Int, _ address: String, from network: String? = nil, for purpose: MailCode.Purpose = .verifyAddress,
        at now: Timestamp
    ) throws -> MailCodeLimits.Reached? {
        let account = AccountID("account \(number)")
        return try manager.context.database.write { transaction in
            if try transaction.accounts.find(id: account) == nil {
                try transaction.accounts.insert(
                    Account(id: account, name: "user\(number)", isActive: true), at: now)
            }
            let id = Array(SecretOctets.random(count: AttributeValue.idByteCount).bytes)
            try transaction.attributeValues.save(
                AttributeValue(
                    id: id, accountID: account, attribute: .email,
                    disclosure: AttributeDisclosure(
                        salt: Array(repeating: 1, count: 16), name: "email", value: address),
                    alias: "\(SessionID.random())", isPrimary: false), at: now)
            let subject = MailCode.Subject(purpose, account: account, value: id, binding: BearerHash(of: "a"))
            let sending = try MailedCodes(now: now, transaction: transaction).send(
                subject, from: network ?? "network \(number)")
            if case .limited(let limit) = sending { return limit }
            guard case .mailed = sending else { throw TestFailure(what: "\(sending)") }
            return nil
        }
    }
}
