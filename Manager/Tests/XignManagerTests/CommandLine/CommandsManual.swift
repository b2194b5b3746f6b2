import Foundation
import Testing

/// `docs/commands.md`, read by tests.
struct CommandsManual {
    let text: String

    init() throws {
        let file = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/commands.md")
        text = try String(contentsOf: file, encoding: .utf8)
    }

    /// The cells of the tables below a heading, without the titles.
    func rows(below heading: String) throws -> [[String]] {
        let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("\(heading)\n") })
        return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
            .map { $0.dropFirst(2).dropLast(2).components(separatedBy: " | ") }
    }

    /// Expects that a command's JSON has the members that its row names, and times as text.
    func expect(_ command: String, describes json: Any?, location: SourceLocation = #_sourceLocation) throws {
        let row = try rows(below: "JSON").first { $0[0].contains("`\(command)`") }
        var described = try #require(row, "\(command)", sourceLocation: location)[1]
        let isArray = described.hasPrefix("array: ")
        if isArray { described.removeFirst("array: ".count) }
        let objects =
            isArray
            ? try #require(json as? [[String: Any]], "\(command)", sourceLocation: location)
            : [try #require(json as? [String: Any], "\(command)", sourceLocation: location)]
        if let other = described.firstMatch(of: /^as `([^`]+)`/) {
            for object in objects { try expect(String(other.1), describes: object, location: location) }
            return
        }
        let members = described.replacing(/\([^)]*\)/, with: "").matches(of: /`([A-Za-z]+)(\??)`/)
        let (all, required) = (Set(members.map(\.1)), Set(members.filter { $0.2.isEmpty }.map(\.1)))
        for object in objects {
            let found = Set(object.keys.map { Substring($0) })
            #expect(found.isSubset(of: all), "\(command): \(found.subtracting(all))", sourceLocation: location)
            #expect(found.isSuperset(of: required), "\(command): \(required)", sourceLocation: location)
        }
        for value in objects { expectTexts(value, command, location) }
    }

    /// Expects that each time is text, however deep.
    private func expectTexts(_ value: Any, _ command: String, _ location: SourceLocation) {
        for element in value as? [Any] ?? [] { expectTexts(element, command, location) }
        for (name, element) in value as? [String: Any] ?? [:] {
            expectTexts(element, command, location)
            guard name.contains(/(At|Until|Before|Began)$|^(since|time|from|until|backupOf|oldestUnlinked)$/) else {
                continue
            }
            let time = element as? String ?? "a number"
            #expect(
                time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil, "\(command): \(name) is \(time)",
                sourceLocation: location)
        }
    }
}
