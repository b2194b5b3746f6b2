// Feeds the reader of tables that `people import` takes. What it has read is read again alike when it is written with
// quotes, and a refusal names a line of the text.

/// The records as text, each cell quoted.
private func written(_ records: [DelimitedText.Record]) -> String {
    records.map { $0.cells.map(quoted).joined(separator: ",") }.joined(separator: "\n")
}

/// By scalars: a quotation mark with an accent is another character, and the same byte.
private func quoted(_ cell: String) -> String {
    let doubled = cell.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
    return "\"\(String(String.UnicodeScalarView(doubled)))\""
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let lineCount = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
    do throws(DeclarationErrors) {
        let records = try DelimitedText(bytes).records
        for record in records {
            precondition((1...lineCount).contains(record.line), "a record outside of the text")
            precondition(record.cells.contains { !$0.isEmpty })
        }
        precondition(records.map(\.line) == records.map(\.line).sorted())
        // The first line of a text decides the separator: here it has the comma, unless a cell has more of another.
        let others = ";\t\n\r".unicodeScalars
        guard let header = records.first,
            header.cells.allSatisfy({ cell in !cell.unicodeScalars.contains { others.contains($0) } })
        else { return 0 }
        let again = try? DelimitedText(Array(written(records).utf8)).records
        if header.cells.count > 1 { precondition(again?.map(\.cells) == records.map(\.cells), "read otherwise") }
    } catch {
        precondition(!error.all.isEmpty)
        for error in error.all { precondition((1...lineCount).contains(error.line), "an error outside of the text") }
    }
    return 0
}
