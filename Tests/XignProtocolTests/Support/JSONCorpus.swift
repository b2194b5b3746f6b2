import Testing

@testable import XignProtocol

/// JSON that the strict reader must refuse or read. `check_vectors.py` checks the same corpus.
enum JSONCorpus {
    struct Input: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let why: String
        var testDescription: String { why }

        init(_ text: String, _ why: String) { (bytes, self.why) = (text.octets, why) }
        init(_ bytes: [UInt8], _ why: String) { (self.bytes, self.why) = (bytes, why) }
    }

    static let refused: [Input] = [
        Input("", "nothing"), Input(" ", "white space alone"),
        Input([0xEF, 0xBB, 0xBF] + "{}".octets, "a byte order mark"),
        Input([0xFE, 0xFF, 0, 0x7B, 0, 0x7D], "UTF-16"), Input("{}{}", "two values"), Input("{} x", "text behind"),
        Input("{}\0", "a zero behind"), Input("{\"a\":1,}", "a comma too many"), Input("[1,]", "a comma too many"),
        Input("[,1]", "a comma too early"), Input("[1 2]", "no comma"), Input("{\"a\" 1}", "no colon"),
        Input("{a:1}", "a bare name"), Input("{'a':1}", "single quotes"), Input("{1:1}", "a number as name"),
        Input("{\"a\":1", "an open object"), Input("[1", "an open array"), Input("\"a", "an open string"),
        Input("{\"a\":}", "no value"), Input("{,}", "no members"), Input("]", "an end alone"),
        Input("[}", "crossed ends"),
        Input("{\"a\":1,\"a\":2}", "a name twice"), Input(#"{"a":1,"\u0061":2}"#, "a name twice, once escaped"),
        Input(#"[{"b":{"a":1,"a":1}}]"#, "a name twice, deep"), Input("null", "null"),
        Input("{\"a\":null}", "a null member"),
        Input("[1.0]", "a fraction"), Input("[1.]", "half a fraction"), Input("[.5]", "half a fraction"),
        Input("[1e5]", "an exponent"), Input("[1E5]", "an exponent"), Input("[1e-5]", "an exponent"),
        Input("[01]", "a leading zero"), Input("[00]", "two zeros"), Input("[-0]", "minus zero"),
        Input("[-01]", "a leading zero"),
        Input("[+1]", "a plus"), Input("[-]", "a minus alone"), Input("[--1]", "two minus"),
        Input("[0x10]", "hexadecimal"),
        Input("[9007199254740992]", "2^53"), Input("[-9007199254740992]", "-2^53"),
        Input("[99999999999999999999999999999999]", "far beyond 64 bits"), Input("[1_0]", "an underscore"),
        Input("[NaN]", "no number"), Input("[Infinity]", "no number"), Input("[-Infinity]", "no number"),
        Input("[True]", "upper case"), Input("[tru]", "half a word"), Input("[truefalse]", "two words"),
        Input("tru", "half a word"),
        Input("[\"\t\"]", "a tab in a string"), Input("[\"\n\"]", "a line break in a string"),
        Input("[\"\0\"]", "a zero in a string"),
        Input(#"["\x41"]"#, "an escape of another language"), Input(#"["\'"]"#, "an escape of another language"),
        Input(#"["\u12"]"#, "half an escape"), Input(#"["\u12G4"]"#, "no hexadecimal digit"),
        Input("[\"\\u１234\"]", "a wide digit"),
        Input(#"["\uD800"]"#, "half a surrogate pair"), Input(#"["\uDC00"]"#, "half a surrogate pair"),
        Input(#"["\uD800x"]"#, "half a surrogate pair"), Input(#"["\uD800\u0041"]"#, "half a surrogate pair"),
        Input(#"["\uD800\uD800"]"#, "two first halves"), Input(#"["\uD83D\n"]"#, "half a surrogate pair"),
        Input(#"["\"#, "an escape of nothing"),
        Input(#"["\uFFFE"]"#, "no character"), Input("[\"".octets + [0xEF, 0xB7, 0x90] + "\"]".octets, "no character"),
        Input("[\"".octets + [0xF0, 0x9F, 0xBF, 0xBF] + "\"]".octets, "no character"),
        Input(Array("[\"".utf8) + [0xC0, 0xAF] + "\"]".octets, "UTF-8 too long"),
        Input(Array("[\"".utf8) + [0xED, 0xA0, 0x80] + "\"]".octets, "a surrogate in UTF-8"),
        Input(Array("[\"".utf8) + [0xFF] + "\"]".octets, "no UTF-8"),
        Input(Array("[\"".utf8) + [0xC3] + "\"]".octets, "half a character"),
        Input(Array("[\"".utf8) + [0xF4, 0x90, 0x80, 0x80] + "\"]".octets, "beyond Unicode"),
        Input("{/*c*/}", "a comment"), Input("{}//c", "a comment"), Input("\u{A0}{}", "a space of Unicode"),
        Input("{}\u{0C}", "a form feed"),
        Input("[[[[[[[]]]]]]]", "seven levels"),
    ]

    static let accepted: [String] = [
        "{}", "[]", " [ ] ", "\t{\r\n}\n", "0", "-1", "9007199254740991", "-9007199254740991", "true", "false", "\"\"",
        #""\"\\\/\b\f\n\r\t\u00e9\u0000""#, #""\uD83D\uDE00""#, "\"😀é\u{7F}\"", #"{"a":{"a":{"a":[1,2,{"b":true}]}}}"#,
        #"{"":1," ":2}"#, "[[[[[[]]]]]]", #"["\ud83d\ude00"]"#, #"{"a":1,"A":2}"#, "[1,-2,3]", #"{"e":"\u202e"}"#,
    ]
}
