import Foundation
import Testing

@testable import Metrics

struct CatalogueTests {
    @Test("The catalogue of metrics", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("each name follows Prometheus' conventions, and is there once", names),
        TestCase(
            "every label value is a word of the program: no request, person, website or operator can choose one",
            labelValues),
        TestCase("the labels of a family name all its series, so that nothing is counted unseen", allSeries),
        TestCase(
            "a path that a client makes up creates no series, and counts as a request without a route", unknownRoutes),
        TestCase("docs/operations.md describes each metric, with its type and its labels, and no other", documentation),
    ]

    private let families =
        Metrics().families + HTTPMetrics(patterns: [String]()).families + [BuildInfo(version: "1.2.3")]

    func names() throws {
        let names = families.map(\.definition.name)
        #expect(names.count > 30)
        #expect(Set(names).count == names.count)
        for definition in families.map(\.definition) {
            #expect(definition.name.wholeMatch(of: /(xign|process)_[a-z]+(_[a-z]+)*/) != nil, "\(definition.name)")
            #expect(definition.name.hasSuffix("_total") == (definition.kind == .counter), "\(definition.name)")
            #expect(!definition.help.isEmpty && definition.help.hasSuffix("."), "\(definition.name)")
            #expect(!["_count", "_sum", "_bucket"].contains { definition.name.hasSuffix($0) }, "\(definition.name)")
        }
    }

    func labelValues() {
        for family in families where family.definition.name != "xign_build_info" {
            for sample in family.samples {
                #expect(sample.labels.map { $0.name }.filter { $0 != "le" } == family.definition.labelNames)
                for label in sample.labels where label.name != "le" {
                    #expect(label.value.wholeMatch(of: /[a-z][A-Za-z]*|[RPE]S256|[2-5]xx/) != nil, "\(label)")
                }
            }
        }
    }

    func allSeries() {
        #expect(LoginOutcome.all.count * LoginChannel.all.count == Both<LoginOutcome, LoginChannel>.all.count)
        #expect(Set(OperationResult.all).count == OperationResult.all.count)
        let metrics = Metrics()
        for series in Both<LoginOutcome, LoginChannel>.all { metrics.logins[series].add() }
        #expect(metrics.logins.samples.allSatisfy { $0.value == 1 })
        for series in OperationResult.all { metrics.deviceOperations[series].add() }
        #expect(metrics.deviceOperations.samples.count == OperationResult.all.count)
    }

    func unknownRoutes() {
        let requests = HTTPMetrics(patterns: ["/login/{id}"])
        for path in ["/nope/\"secret", "/login/abc", "none", ""] {
            requests.count(route: path, status: 404, duration: .milliseconds(2))
        }
        requests.count(route: nil, status: 400, duration: .zero)
        requests.count(route: "/login/{id}", status: 200, duration: .milliseconds(2))
        let counted = requests.families[0].samples.map { (values: $0.labels.map { $0.value }, count: $0.value) }
        #expect(counted.count == 2)
        #expect(counted.first { $0.values == ["/login/{id}", "2xx"] }?.count == 1)
        #expect(counted.first { $0.values == ["none", "4xx"] }?.count == 5)
        let durations = requests.families[1].samples.filter { $0.suffix == "_count" }
        #expect(durations.map(\.value) == [1, 4])
    }

    func documentation() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../../").standardizedFileURL
        let document = try String(contentsOf: root.appending(path: "docs/operations.md"), encoding: .utf8)
        let section = try #require(document.split(separator: "\n## ").first { $0.hasPrefix("Metrics\n") })
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|").prefix(3).map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let described = rows.filter { $0[0].hasPrefix("`xign_") || $0[0].hasPrefix("`process_") }
        let declared = families.map(\.definition).map { definition in
            let labels = definition.labelNames.map { "`\($0)`" }.joined(separator: ", ")
            return ["`\(definition.name)`", definition.kind.rawValue, labels]
        }
        #expect(Set(described).subtracting(declared).isEmpty)
        #expect(Set(declared).subtracting(described).isEmpty)
        // The other table of the section.
        let outcomes = rows.filter { $0.count == 2 }.dropFirst().flatMap { $0[0].split(separator: ", ") }
        #expect(Set(outcomes.map(String.init)) == Set(LoginOutcome.allCases.map { "`\($0.rawValue)`" }))
    }
}
