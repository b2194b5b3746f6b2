import Foundation
import Testing
import XignCrypto

struct P256RefusalTests {
    @Test("P-256 refuses", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the point at infinity, in one byte and padded", infinity),
        TestCase("hybrid forms of valid points", hybrid),
        TestCase("points off the curve, in every form", offTheCurve),
        TestCase("coordinates not below the field's prime", notCanonical),
        TestCase("compressed points that do not exist: about half of all", compressed),
        TestCase("keys of other lengths", lengths),
        TestCase("private keys that are zero, not below the order or of another length", scalars),
        TestCase("public keys in any other DER", der),
        TestCase(
            "signatures that are not in strict DER", signatureForm,
            each: [
                "", "30", "3000", "30040200" + "0200", "3006020180020101", "300702020001020101", "3006020101020180",
                "30060201010201", "3106020101020101", "3080020101020101" + "0000",
            ]),
        TestCase("signatures with trailing bytes, long-form lengths, or numbers that are too long", signatureLengths),
        TestCase("signatures whose numbers are zero or not below the order", signatureNumbers),
        TestCase("nothing because it is a slice", slices),
    ]

    private static let zeros = String(repeating: "0", count: 64)
    private static let prime = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"
    // x = 5 is on the curve, so p + 5 would be a second encoding of it.
    private static let primePlus5 = "ffffffff00000001000000000000000000000001000000000000000000000004"
    private static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"

    private func refusesPoint(_ bytes: Data) {
        #expect(throws: CryptoKitError.self) { try P256.KeyAgreement.PublicKey(x963Representation: bytes) }
        #expect(throws: CryptoKitError.self) { try P256.Signing.PublicKey(x963Representation: bytes) }
        #expect(errorQueueIsEmpty())
    }

    private func refusesCompressed(_ bytes: Data) -> Bool {
        defer { #expect(errorQueueIsEmpty()) }
        return (try? P256.Signing.PublicKey(compressedRepresentation: bytes)) == nil
    }

    func infinity() throws {
        refusesPoint(Data([0]))
        refusesPoint(Data(count: 65))
        refusesPoint(try hex("04" + Self.zeros + Self.zeros))
        #expect(throws: CryptoKitError.self) { try P256.Signing.PublicKey(rawRepresentation: Data(count: 64)) }
    }

    func hybrid() {
        for _ in 0..<4 {
            let tail = P256.Signing.PrivateKey().publicKey.rawRepresentation
            refusesPoint(Data([6]) + tail)
            refusesPoint(Data([7]) + tail)
        }
    }

    func offTheCurve() {
        var point = P256.Signing.PrivateKey().publicKey.x963Representation
        point[64] ^= 1
        refusesPoint(point)
        #expect(throws: CryptoKitError.self) {
            try P256.Signing.PublicKey(rawRepresentation: point.dropFirst())
        }
        let prefix = P256.Signing.PrivateKey().publicKey.derRepresentation.dropLast(65)
        #expect(throws: CryptoKitError.self) { try P256.Signing.PublicKey(derRepresentation: prefix + point) }
    }

    func notCanonical() throws {
        let y = hexadecimal(P256.Signing.PrivateKey().publicKey.rawRepresentation.suffix(32))
        refusesPoint(try hex("04" + Self.prime + y))
        refusesPoint(try hex("04" + String(repeating: "f", count: 64) + y))
        let five = try P256.Signing.PublicKey(compressedRepresentation: Data([2]) + Data(count: 31) + [5])
        refusesPoint(try hex("04" + Self.primePlus5 + hexadecimal(five.rawRepresentation.suffix(32))))
        #expect(refusesCompressed(try hex("02" + Self.primePlus5)))
        #expect(refusesCompressed(try hex("02" + Self.prime)))
    }

    func compressed() {
        let refused = (0..<64).count { refusesCompressed(Data([2]) + Data(count: 31) + [UInt8($0)]) }
        #expect((16...48).contains(refused))
        let point = P256.Signing.PrivateKey().publicKey.compressedRepresentation
        for form in [0, 1, 4, 6, 7] as [UInt8] { #expect(refusesCompressed(Data([form]) + point.dropFirst())) }
    }

    func lengths() {
        let point = P256.Signing.PrivateKey().publicKey.x963Representation
        refusesPoint(point.dropLast())
        refusesPoint(point + [0])
        refusesPoint(Data())
        #expect(refusesCompressed(point))
        #expect(refusesCompressed(Data()))
    }

    func scalars() throws {
        for text in [Self.zeros, Self.order, Self.order.dropLast(1) + "2", String(repeating: "f", count: 64), "01", ""]
        {
            let scalar = try hex(text)
            #expect(throws: CryptoKitError.self) { try P256.Signing.PrivateKey(rawRepresentation: scalar) }
            #expect(throws: CryptoKitError.self) { try P256.KeyAgreement.PrivateKey(rawRepresentation: scalar) }
        }
        // The largest number of 32 bytes.
        _ = try P256.Signing.PrivateKey(rawRepresentation: hex(Self.order.dropLast(1) + "0"))
    }

    func der() {
        let der = P256.Signing.PrivateKey().publicKey.derRepresentation
        for index in 0..<26 {
            var altered = der
            altered[index] ^= 1
            #expect(throws: CryptoKitError.self) { try P256.Signing.PublicKey(derRepresentation: altered) }
        }
        #expect(throws: CryptoKitError.self) { try P256.Signing.PublicKey(derRepresentation: der + [0]) }
        #expect(throws: CryptoKitError.self) { try P256.Signing.PublicKey(derRepresentation: der.dropLast()) }
    }

    func signatureForm(text: String) throws {
        let bytes = try hex(text)
        #expect(throws: CryptoKitError.self) { try P256.Signing.ECDSASignature(derRepresentation: bytes) }
    }

    func signatureLengths()
        throws
    {
        let der = try P256.Signing.PrivateKey().signature(for: Data()).derRepresentation
        _ = try P256.Signing.ECDSASignature(derRepresentation: der)
        let tooLong = Data([0x30, 0x26, 0x02, 0x21, 0x01]) + Data(count: 32) + [0x02, 0x01, 0x01]
        for bytes in [der + [0], Data([0x30, 0x81]) + der.dropFirst(), der.dropLast(), tooLong] {
            #expect(throws: CryptoKitError.self) { try P256.Signing.ECDSASignature(derRepresentation: bytes) }
        }
        #expect(throws: CryptoKitError.self) { try P256.Signing.ECDSASignature(rawRepresentation: Data(count: 63)) }
    }

    func signatureNumbers() throws {
        let key = P256.Signing.PrivateKey()
        let good = try key.signature(for: Data()).rawRepresentation
        let order = try hex(Self.order)
        for bytes in [
            Data(count: 64), good.prefix(32) + Data(count: 32), Data(count: 32) + good.suffix(32),
            good.prefix(32) + order, order + good.suffix(32),
        ] {
            let signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes)
            #expect(!key.publicKey.isValidSignature(signature, for: Data()))
            #expect(errorQueueIsEmpty())
        }
    }

    func slices() throws {
        let signature = try P256.Signing.PrivateKey().signature(for: Data()).rawRepresentation
        let slice = (Data(count: 3) + signature).dropFirst(3)
        #expect(try P256.Signing.ECDSASignature(rawRepresentation: slice).rawRepresentation.startIndex == 0)
    }
}
