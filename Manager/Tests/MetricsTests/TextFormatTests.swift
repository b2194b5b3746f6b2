import Testing

@testable import Metrics

struct TextFormatTests {
    @Test("The text format of metrics", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("every label value is read back as it was, whatever it contains", escaping),
        TestCase(
            "numbers are in Go's notation", numbers,
            each: [
                (0, "0"), (1, "1"), (-3, "-3"), (0.005, "0.005"), (1e15, "1000000000000000"), (.infinity, "+Inf"),
                (-.infinity, "-Inf"), (.nan, "NaN"),
            ] as [(Double, String)]),
        TestCase(
            "a histogram's buckets never fall, its last one is its count, and its sum is in the exported unit",
            histograms),
        TestCase("a duration is observed in microseconds", durations),
        TestCase("a gauge without a value has no line, and is back when it is set", unsetGauge),
    ]

    /// A family with any content, also such that no metric of the catalogue has.
    private struct AnyFamily: Family {
        let definition: Definition
        let samples: [Sample]
    }

    /// A reader of the format, written by its description alone.
    private struct Line: Equatable {
        let name: String
        let labels: [String: String]
        let value: String

        init?(_ line: Substring) {
            var rest = line
            name = String(rest.prefix { $0 != "{" && $0 != " " })
            rest = rest.dropFirst(name.count)
            var labels: [String: String] = [:]
            if rest.first == "{" {
                rest = rest.dropFirst()
                while rest.first != "}" {
                    let label = String(rest.prefix { $0 != "=" })
                    rest = rest.dropFirst(label.count)
                    guard rest.hasPrefix("=\"") else { return nil }
                    rest = rest.dropFirst(2)
                    var value = ""
                    while let character = rest.popFirst(), character != "\"" {
                        guard character == "\\" else {
                            value.append(character)
                            continue
                        }
                        switch rest.popFirst() {
                        case "n": value += "\n"
                        case let escaped? where escaped == "\\" || escaped == "\"": value.append(escaped)
                        default: return nil
                        }
                    }
                    labels[label] = value
                    if rest.first == "," { rest = rest.dropFirst() }
                }
                rest = rest.dropFirst()
            }
            guard rest.first == " " else { return nil }
            self.labels = labels
            value = String(rest.dropFirst())
        }
    }

    func escaping() throws {
        var random = SystemRandomNumberGenerator()
        let alphabet: [Character] = ["\\", "\"", "\n", "{", "}", ",", "=", " ", "#", "a", "ü", "🂡", "\t", "\r"]
        for _ in 0..<2000 {
            let value = String(
                (0..<Int.random(in: 0...8, using: &random)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                })
            let number = Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 64
            let family = AnyFamily(
                definition: Definition(name: "xign_test", kind: .gauge, labelNames: ["a", "b"], help: value + "."),
                samples: [Sample(labels: [("a", value), ("b", "plain")], value: number)])
            let text = TextFormat.text([family])
            let lines = text.split(separator: "\n" as Character, omittingEmptySubsequences: false)
            #expect(lines.count == 4, "a value adds no line: \(text)")
            #expect(lines.first?.hasPrefix("# HELP xign_test ") == true)
            #expect(lines[1] == "# TYPE xign_test gauge")
            let line = try #require(Line(lines[2]))
            #expect(line.labels == ["a": value, "b": "plain"])
            #expect(Double(line.value) == number)
            #expect(lines.last == "")
        }
    }

    func numbers(number: Double, text: String) { #expect(TextFormat.number(number) == text) }

    func histograms() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let histogram = Histograms<NoLabels>("xign_test_seconds", "A test.", .latency)
            let values = (0..<Int.random(in: 0...50, using: &random)).map { _ in
                Int.random(in: 0...20_000_000, using: &random)
            }
            for value in values { histogram.observe(value) }
            let lines = TextFormat.text([histogram]).split(separator: "\n").filter { !$0.hasPrefix("#") }
                .compactMap(Line.init)
            let buckets = lines.filter { $0.name == "xign_test_seconds_bucket" }
            let counts = buckets.compactMap { Int($0.value) }
            #expect(counts == counts.sorted())
            for (bucket, count) in zip(buckets, counts) {
                let bound = try #require(bucket.labels["le"].flatMap { Double($0) })
                #expect(count == values.filter { Double($0) / 1_000_000 <= bound }.count)
            }
            #expect(buckets.last?.labels["le"] == "+Inf")
            #expect(counts.last == values.count)
            #expect(lines.first { $0.name == "xign_test_seconds_count" }?.value == "\(values.count)")
            let sum = try #require(lines.first { $0.name == "xign_test_seconds_sum" }.flatMap { Double($0.value) })
            #expect(abs(sum - Double(values.reduce(0, +)) / 1_000_000) < 1e-6)
        }
    }

    func durations() {
        let histogram = Histograms<NoLabels>("xign_test_seconds", "A test.", .latency)
        histogram.cells.observe(.milliseconds(1500))
        #expect(histogram.samples.first { $0.suffix == "_sum" }?.value == 1.5)
        #expect(histogram.samples.first { $0.labels.first?.value == "1" }?.value == 0)
        #expect(histogram.samples.first { $0.labels.first?.value == "2.5" }?.value == 1)
    }

    func unsetGauge() {
        let gauge = Gauges<NoLabels>("xign_test", "A test.")
        #expect(TextFormat.text([gauge]) == "")
        gauge.set(0)
        #expect(TextFormat.text([gauge]).hasSuffix("\nxign_test 0\n"))
        gauge.clear()
        #expect(TextFormat.text([gauge]) == "")
    }
}
