import Testing
import XignCrypto
import XignDomain
import XignProtocol

struct TypedCodeTests {
    @Test("Codes that people type", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a code is read in any case, with the letters that look alike, and without separators", forms),
        TestCase("any other text is no code", others),
        TestCase("a drawn code is read again, also in its groups", drawn),
        TestCase("a code has the first bits of its value, five a letter", bits),
        TestCase("a code is in no description", silent),
        TestCase("a mailed code follows from each part of its subject, and from its id", derived),
    ]

    func forms() throws {
        let code = try #require(MailedCode(typed: "K7QM2XP0"))
        for typed in ["k7qm-2xp0", " K7QM 2XPO ", "k7qm\u{2011}2xpo", "K7QM - 2XPo\n"] {
            #expect(MailedCode(typed: typed) == code, "\(typed)")
        }
        #expect(MailedCode(typed: "1l1iIL00")?.text == "11111100")
    }

    func others() {
        for text in [
            "", "K7QM2XP", "K7QM2XP00", "K7QM2XPU", "K7QM2XPé", "K7QM_2XP0", String(repeating: " ", count: 99),
        ] {
            #expect(MailedCode(typed: text) == nil, "\(text)")
        }
        #expect(JoinCode(typed: "K7QM2XP0") == nil)
    }

    func drawn() {
        for _ in 1...100 {
            let code = RecoveryCode.random()
            #expect(code.text.utf8.count == 24)
            #expect(code.groupedText.split(separator: "-").map(\.count) == Array(repeating: 4, count: 6))
            #expect(RecoveryCode(typed: code.groupedText.lowercased()) == code)
        }
    }

    func bits() {
        #expect(MailedCode(firstBitsOf: [0, 0, 0, 0, 0])?.text == "00000000")
        #expect(MailedCode(firstBitsOf: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0])?.text == "ZZZZZZZZ")
        // 00001 00010 00011 00100 00101 00110 00111 01000
        #expect(MailedCode(firstBitsOf: [0x08, 0x86, 0x42, 0x98, 0xE8])?.text == "12345678")
        #expect(MailedCode(firstBitsOf: [1, 2, 3, 4]) == nil)
    }

    func silent() {
        let code = MailedCode.random()
        #expect("\(code)" == "code of 8 letters")
        #expect(!String(reflecting: code).contains(code.text))
        var dumped = ""
        dump(code, to: &dumped)
        #expect(!dumped.contains(code.text))
    }

    func derived() throws {
        let (key, other) = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))
        let now = Timestamp(seconds: 1_800_000_000)
        let id = MailCodeID.random()
        func code(_ other: MailCodeID? = nil, _ change: (inout MailCode.Subject) -> Void = { _ in }) -> MailCode {
            var subject = MailCode.Subject(
                .verifyAddress, account: AccountID("ada"), value: [1, 2], binding: BearerHash(of: "cookie"))
            change(&subject)
            return MailCode(
                id: other ?? id, subject: subject, address: "ada@example.org", network: [], createdAt: now, sent: 1,
                sentAt: now, tries: 0, isUsed: false)
        }
        let first = try #require(code().code(managerSecret: key))
        #expect(code().code(managerSecret: key) == first)
        #expect(code().code(managerSecret: other) != first)
        let others = [
            code(.random()), code { $0.purpose = .recoveryBegin }, code { $0.accountID = AccountID("eve") },
            code { $0.valueID = [1, 2, 3] }, code { $0.binding = BearerHash(of: "other") },
            code { $0.recoveryID = .random() },
        ]
        for other in others { #expect(other.code(managerSecret: key) != first) }
    }
}
