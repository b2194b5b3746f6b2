import Testing
import YAML

struct DocumentTests {
    @Test("All errors of a YAML document", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("are found at once, in the order of their places", all),
        TestCase(
            "in a list whose elements have no empty value are found up to the first, and nothing else is said of that list",
            withoutEmptyValue),
        TestCase("are none where the decoder finds none, and the value is the same", good),
        TestCase("have lines, and so has everything else that a path names", lines),
    ]

    private struct Shop: Decodable {
        let name: String
        let port: Int
        let tags: [String]
        let owner: Owner?

        struct Owner: Decodable { let mail: String }
    }

    private struct Shops: Decodable { let shops: [Shop] }

    /// A type that has no empty value.
    private struct Percent: Decodable {
        init(from decoder: any Decoder) throws {
            let number = try decoder.singleValueContainer().decode(Int.self)
            guard (1...100).contains(number) else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "1 to 100"))
            }
        }
    }

    private struct Discount: Decodable {
        let percent: Percent
        let name: String
    }

    private struct Discounts: Decodable {
        let discounts: [Discount]
        let name: String
    }

    private func errors<T: Decodable>(_ text: String, as type: T.Type) throws -> [String] {
        try YAMLDocument(Array(text.utf8)).decode(type).errors.map { "\($0.line) \($0.path) \($0.code.rawValue)" }
    }

    func all() throws {
        let text = """
            shops:
              - name: 5
                port: x
                tags: none
              - nam: b
                port: 80
                tags: [a, 7]
                owner: {}
              - name: c
                port: 81
                tags: []
                colour: red
            """
        #expect(
            try errors(text, as: Shops.self) == [
                "2 shops[0].name wrongType", "3 shops[0].port wrongType", "4 shops[0].tags wrongType",
                "5 shops[1] missingKey", "5 shops[1].nam unknownKey", "7 shops[1].tags[1] wrongType",
                "8 shops[1].owner missingKey", "12 shops[2].colour unknownKey",
            ])
    }

    func withoutEmptyValue() throws {
        let text = """
            discounts:
              - {percent: 5, name: a}
              - {percent: 0, name: b}
              - {percent: 5, name: c}
            name: 5
            """
        #expect(
            try errors(text, as: Discounts.self) == [
                "3 discounts[1].percent invalidValue", "5 name wrongType",
            ])
    }

    func good() throws {
        let text = "shops: [{name: a, port: 1, tags: [x]}]"
        let document = try YAMLDocument(Array(text.utf8))
        let (value, errors) = document.decode(Shops.self)
        #expect(errors.isEmpty)
        #expect(value?.shops.first?.name == "a")
        #expect(value?.shops.first?.tags == ["x"])
    }

    func lines() throws {
        let document = try YAMLDocument(
            Array("shops:\n  - name: a\n    tags:\n      - x\n      - y\n  - name: b\n".utf8))
        let expected = [
            ("", 1), ("shops", 1), ("shops[0]", 2), ("shops[0].name", 2), ("shops[0].tags", 3), ("shops[0].tags[1]", 5),
            ("shops[1]", 6), ("shops[1].missing", 6), ("shops[7]", 1), ("unknown", 1),
        ]
        for (path, line) in expected { #expect(document.line(of: path) == line, "\(path)") }
    }
}
