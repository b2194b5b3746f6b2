// Feeds the reader of YAML, and the declarations that `apply` takes. What is JSON too must mean the same in both
// readers; an error names a place in the document, and quotes nothing that stands between quotation marks.

import XignProtocol

@testable import YAML

/// Returns true if a node of YAML means what a value of JSON means.
private func matches(_ node: Node, _ value: JSONValue) -> Bool {
    switch (node.content, value) {
    case (.mapping(let mapping), .object(let members)):
        mapping.entries.count == members.count
            && zip(mapping.entries, members).allSatisfy {
                $0.key.hasSameBytes(as: $1.name) && matches($0.value, $1.value)
            }
    case (.sequence(let nodes), .array(let elements)):
        nodes.count == elements.count && zip(nodes, elements).allSatisfy(matches)
    case (.scalar(let scalar), .string(let text)): scalar.isString && scalar.text.hasSameBytes(as: text)
    case (.scalar(let scalar), .integer(let number)):
        if case .integer(let digits, 10) = scalar.resolved { Int64(digits) == number } else { false }
    case (.scalar(let scalar), .boolean(let flag)): scalar.resolved == .bool(flag)
    default: false
    }
}

private func depth(_ node: Node) -> Int {
    switch node.content {
    case .scalar: 0
    case .sequence(let nodes): 1 + (nodes.map(depth).max() ?? 0)
    case .mapping(let mapping): 1 + (mapping.entries.map { depth($0.value) }.max() ?? 0)
    }
}

/// Every place lies in the document and keys stand once, in the order of the document.
private func checkNode(_ node: Node, _ lineCount: Int) {
    precondition((1...lineCount).contains(node.position.line) && node.position.column >= 1)
    switch node.content {
    case .scalar(let scalar): precondition(!scalar.isString || scalar.resolved == .string(scalar.text))
    case .sequence(let nodes): nodes.forEach { checkNode($0, lineCount) }
    case .mapping(let mapping):
        precondition(Set(mapping.entries.map(\.key)).count == mapping.entries.count)
        for entry in mapping.entries {
            precondition(!entry.key.isEmpty)
            checkNode(entry.value, lineCount)
        }
    }
}

private func checkError(_ error: YAMLError, _ lineCount: Int, _ longestLine: Int) {
    precondition((1...lineCount).contains(error.line), "an error outside of the document")
    precondition(error.column >= 1 && error.column <= longestLine + 1)
    precondition(!error.reason.isEmpty && !"\(error)".isEmpty)
}

/// Decodes something of every kind.
private struct Everything: Decodable {
    var text: String?
    var flag: Bool?
    var number: Int?
    var byte: UInt8?
    var fraction: Double?
    var texts: [String]?
    var numbers: [String: Int64]?
    var pairs: [[Bool]]?
}

/// The decoder that stops at the first error refuses what the one that finds them all refuses.
/// - Parameter isAmongAll: true if its error is among all. A description that does not note faults refuses an unknown
///   member itself, in words of its own.
private func errors<T: Decodable>(_ type: T.Type, in bytes: [UInt8], isAmongAll: Bool) -> [YAMLError] {
    var all: [YAMLError] = []
    if let document = try? YAMLDocument(bytes) {
        all = document.decode(type).errors
        for error in all { precondition(document.line(of: error.path) <= error.line) }
    }
    do throws(YAMLError) {
        _ = try YAMLDecoder().decode(type, from: bytes)
        precondition(all.isEmpty, "errors in a document that was decoded")
    } catch {
        if all.isEmpty { return [error] }
        precondition(!isAmongAll || all.contains(error), "an error that is not among all")
    }
    return all
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    let longest = text.unicodeScalars.split(separator: "\n").map(\.count).max() ?? 0
    // libyaml ends the last line where the document does not.
    let lineCount = text.utf8.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 2
    do throws(YAMLError) {
        let node = try Composer.compose(bytes)
        checkNode(node, lineCount)
        precondition(depth(node) <= Composer.largestDepth)
        if let value = try? StrictJSON.parse(bytes, limits: .message) {
            precondition(matches(node, value), "JSON that YAML reads as something else")
        }
    } catch {
        checkError(error, lineCount, longest)
        let syntactic: Set<YAMLError.Code> = [.unknownKey, .missingKey, .wrongType, .invalidValue, .surplusElement]
        precondition(!syntactic.contains(error.code))
    }
    for error in errors(Everything.self, in: bytes, isAmongAll: true)
        + errors(Declaration.self, in: bytes, isAmongAll: false)
    {
        checkError(error, lineCount, longest)
    }
    return 0
}
