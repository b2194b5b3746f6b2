import Testing
import XignProtocol

struct AddressTextTests {
    @Test("Addresses", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an address is written as one text, and read from no other", canonicalOnly),
        TestCase("an address may have no postal code", withoutPostalCode),
        TestCase("a refusal names the part, and the character in it", refusal),
        TestCase("an altered text is refused, or read and written as the same bytes", mutations),
        TestCase("a part may have 200 characters, not 201, and 800 bytes, not 801", limits),
        TestCase(
            "an address is read from one line with four or five parts", line,
            each: [
                ("Straße 1; 51147; Köln; DE", nil), ("Straße 1; 51147; Ko\u{308}ln; DE", nil),
                ("Straße 1;51147;Köln;de", nil),
                ("\tStraße 1 ;\u{A0}51147 ; Köln; NW ;DE \n", "NW"),
            ] as [(String, String?)]),
        TestCase(
            "a line with another number of parts, an empty part or an invalid part is refused", noLine,
            each: [
                "", ";;;", ";;;;", "Straße 1; 51147; Köln", "Straße 1; 51147; Köln; NW; DE; x", "Straße 1; 51147; ; DE",
                "Straße 1; 51147; Köln; ; DE", "Straße 1; 51147; Köln; DE;", "Straße 1; 51147; Köln; XX",
                "Straße 1; 51147; Köln; Germany", "Straße\u{202E} 1; 51147; Köln; DE",
                "Straße\t1; 51147; Köln; DE", "Stra\u{DF}e 1; 51147; Köln; \u{DF}",
            ]),
    ]

    private func address(
        street: String = "Straße 1", postalCode: String? = "51147", locality: String = "Köln", region: String? = "NW",
        country: String = "DE"
    ) throws(AddressText.Refusal) -> AddressText {
        try AddressText(street: street, postalCode: postalCode, locality: locality, region: region, country: country)
    }

    func canonicalOnly() throws {
        let address = try address(street: "Hof \"B\"\nStraße 1")
        let text =
            #"{"country":"DE","locality":"Köln","postal_code":"51147","region":"NW","#
            + #""street_address":"Hof \"B\"\u000aStraße 1"}"#
        #expect(address.text == text)
        #expect(AddressText(text) == address)
        for (old, new) in [
            ("{", "{ "), ("}", "}\n"), (#""DE""#, #""de""#), ("Köln", "Ko\u{308}ln"), ("Köln", "K\\u00f6ln"),
            (#""region":"NW","#, #""region":null,"#), (#""region":"NW","#, #""region":"","#),
            (#""region":"NW","#, #""region":"NW","region":"NW","#),
            (#""region":"NW","#, #""region":"NW","state":"NW","#),
            (#""locality":"Köln","#, ""), ("51147", ""), ("51147", " 51147"), ("51147", "51147\u{202E}"),
            (#""51147""#, "51147"),
            ("\\u000a", "\\u000a\\u000a"), ("\\u000a", "\\u000d\\u000a"), ("\\u000a", "\\u000a "), ("\\u000a", "\\n"),
            ("DE", "XX"),
        ] {
            #expect(AddressText(text.replacing(old, with: new, maxReplacements: 1)) == nil, "\(old) as \(new)")
        }
        // Members in another order.
        #expect(
            AddressText(#"{"locality":"Köln","country":"DE","postal_code":"51147","street_address":"Straße 1"}"#) == nil
        )
    }

    func mutations() throws {
        let original = Array(try address(street: "Hof 2\nStraße 1").text.utf8)
        var random = RandomInput(seed: 2)
        var accepted = 0
        for _ in 0..<50_000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
                let place = bytes.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes.randomElement(using: &random) ?? 0, at: place)
                default: bytes[place] ^= 0x20
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let address = AddressText(text) else { continue }
            accepted += 1
            #expect(address.text.hasSameBytes(as: text))
            let parts = [address.postalCode ?? "x", address.locality, address.region ?? "x"]
            #expect(
                (parts + address.street.split(separator: "\n").map(String.init)).allSatisfy(CanonicalText.isCanonical))
        }
        #expect(accepted > 1000, "only \(accepted) were tested")
    }

    func limits() throws {
        for count in [1, 200] {
            #expect(throws: Never.self) { try address(street: String(repeating: "x", count: count)) }
        }
        #expect(throws: AddressText.Refusal.tooLong(.locality)) {
            try address(locality: String(repeating: "x", count: 201))
        }
        #expect(throws: Never.self) { try address(region: String(repeating: "\u{1F3E0}", count: 200)) }
        #expect(throws: AddressText.Refusal.tooLong(.region)) {
            try address(region: "e" + String(repeating: "\u{323}", count: 400))
        }
        for empty in [AddressText.Part.street, .postalCode, .locality, .region] {
            #expect(throws: AddressText.Refusal.missing(empty)) {
                try address(
                    street: empty == .street ? "" : "x", postalCode: empty == .postalCode ? "" : "x",
                    locality: empty == .locality ? "" : "x", region: empty == .region ? "" : "x")
            }
        }
    }

    func withoutPostalCode() throws {
        let text = #"{"country":"HK","locality":"Hong Kong","street_address":"Flat 3, 1 Nathan Road"}"#
        let typed = try AddressText(
            typedStreet: "Flat 3, 1 Nathan Road", postalCode: " ", locality: "Hong Kong", region: nil, country: "hk")
        #expect(typed.text == text)
        #expect(AddressText(text) == typed)
        #expect(AddressText(line: "Flat 3, 1 Nathan Road; ; Hong Kong; HK") == typed)
        #expect(AddressText(text.replacing(#""street"#, with: #""postal_code":"","street"#)) == nil)
    }

    func refusal() {
        #expect(throws: AddressText.Refusal.missing(.locality)) {
            try AddressText(typedStreet: "1 Weg", postalCode: "51147", locality: " ", region: nil, country: "DE")
        }
        #expect(
            throws: AddressText.Refusal.notCanonical(
                .locality, .invisible(RefusedCharacter("\u{AD}", .end)))
        ) {
            try AddressText(typedStreet: "1 Weg", postalCode: "", locality: "Köln\u{AD}", region: nil, country: "DE")
        }
    }

    func line(_ line: String, _ region: String?) throws {
        #expect(try AddressText(line: line) == address(region: region))
    }

    func noLine(_ line: String) { #expect(AddressText(line: line) == nil) }
}
