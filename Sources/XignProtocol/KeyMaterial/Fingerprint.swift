import XignCrypto

extension KeyMaterial {
    /// The fingerprint of the root keys as eight pronounceable words of five letters, such as `lusab-babad-gutih-...`,
    /// for a person to compare with the one that the operator published (protocol.md, section 1).
    ///
    /// It has 128 bits of SHA-256. Each word encodes 16 bits as consonant, vowel, consonant, vowel, consonant.
    public var fingerprint: String {
        var input = ByteWriter(label: "xign/1 root fingerprint")
        input.appendLengthPrefixed(idmIdentifier)
        input.append(UInt64(bitPattern: threshold))
        for key in rootKeys.map(\.rawRepresentation).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            input.append(key)
        }
        let digest = Array(SHA256.hash(data: input.bytes))
        return stride(from: 0, to: 16, by: 2).map { Self.word(UInt16(digest[$0]) << 8 | UInt16(digest[$0 + 1])) }
            .joined(separator: "-")
    }

    private static func word(_ number: UInt16) -> String {
        let consonants = Array("bdfghjklmnprstvz")
        let vowels = Array("aeio")
        func consonant(_ shift: UInt16) -> Character { consonants[Int(number >> shift & 15)] }
        func vowel(_ shift: UInt16) -> Character { vowels[Int(number >> shift & 3)] }
        return String([consonant(12), vowel(10), consonant(6), vowel(4), consonant(0)])
    }
}
