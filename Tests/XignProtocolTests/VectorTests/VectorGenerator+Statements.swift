import Testing
import XignCrypto

@testable import XignProtocol

extension VectorGenerator {
    /// A signed statement or key material, with what is needed to sign it otherwise.
    private struct Original {
        let what: String
        /// The `typ` of its place.
        let typ: String
        let payload: [UInt8]
        let signers: [Signer]
        /// True if each header names the factors.
        var namesFactors: Bool { typ != KeyMaterial.statementType }
    }

    private struct Signer {
        let kid: String
        let algorithm: SignatureAlgorithm
        let publicKey: [UInt8]
        let sign: SignedStatement.FactorSignature
    }

    static func statements() throws -> [StatementVector] {
        let originals = try originals
        return try originals.map { try vector($0, $0.what, isValid: true) }
            + originals.map(changed) + originals.flatMap(stripped) + originals.flatMap(signedByAnother)
            + wrongSigners() + moved(originals)
    }

    private static var originals: [Original] {
        get throws {
            let consents: [(String, ConsentSubject, [FactorType])] = [
                ("a consent by device and PIN", .login(offlineUntil: nil), [.device, .pin]),
                ("a consent by device and biometrics", .login(offlineUntil: nil), [.biometric, .device]),
                ("the consent to a merge", .utility(.merge(Sample.invitationSubject)), [.device, .pin]),
            ]
            return consents.map { what, subject, factors in
                original(what, .consent, Sample.consent(subject).serialized, factors.map(signer))
            } + [
                original(
                    "an enrolment of three keys", .enrolment, Sample.enrolment.serialized,
                    [.biometric, .device, .pin].map(signer)),
                original(
                    "an enrolment with an attestation", .enrolment, Sample.attestedEnrolment.serialized,
                    [.biometric, .device, .pin].map(signer)),
                original("a change of the PIN", keyChange(0), [signer(.device), newPIN]),
                original("a new factor", keyChange(1), [.biometric, .device].map(signer)),
                original("a new activation", keyChange(2), [signer(.device)]),
                original("a deletion", keyChange(3), [signer(.device)]),
                Original(
                    what: "key material by a root and the online key", typ: KeyMaterial.statementType,
                    payload: try Sample.keyMaterial().serialized, signers: [Sample.root, Sample.online].map(signer)),
            ]
        }
    }

    // MARK: Forgeries

    private static func changed(_ original: Original) throws -> StatementVector {
        var forged = try vector(original, "\(original.what), of which one word was changed", isValid: false)
        let payload = String(decoding: original.payload, as: UTF8.self).with("login.example.org", "login.example.com")
        forged.payload = Octets(payload.octets)
        forged.jws = forged.jws.with(Base64URL.encode(original.payload), Base64URL.encode(payload.octets))
        return forged
    }

    /// Removes each signature in turn, while the headers of the others name it.
    private static func stripped(_ original: Original) throws -> [StatementVector] {
        guard original.signers.count > 1 else { return [] }
        return try original.signers.map { missing in
            try vector(original, "\(original.what), without the signature of \(missing.kid)", isValid: false) {
                $0.kid != missing.kid
            }
        }
    }

    /// Makes each signature in turn with another key of the same algorithm.
    private static func signedByAnother(_ original: Original) throws -> [StatementVector] {
        try original.signers.indices.map { index in
            let own = original.signers[index]
            var signers = original.signers
            signers[index] = Signer(
                kid: own.kid, algorithm: own.algorithm, publicKey: own.publicKey, sign: thief(own.algorithm))
            let forged = Original(
                what: original.what, typ: original.typ, payload: original.payload, signers: signers)
            return try vector(forged, "\(original.what), with another's signature of \(own.kid)", isValid: false)
        }
    }

    /// Right signatures of a key change, but not by the device and the new key.
    private static func wrongSigners() throws -> [StatementVector] {
        let cases: [(String, Int, signed: [Signer], expected: [Signer])] = [
            ("a change of the PIN, signed by the device alone", 0, [signer(.device)], [signer(.device), newPIN]),
            ("a change of the PIN, signed by the new PIN alone", 0, [newPIN], [signer(.device), newPIN]),
            (
                "a change of the PIN, signed by the old PIN", 0, [signer(.device), signer(.pin)],
                [signer(.device), newPIN]
            ),
            ("a new factor, signed by the device alone", 1, [signer(.device)], [.biometric, .device].map(signer)),
            (
                "a new factor, signed by the PIN too", 1, [.biometric, .device, .pin].map(signer),
                [.biometric, .device].map(signer)
            ),
            ("a new activation, signed by the PIN too", 2, [.device, .pin].map(signer), [signer(.device)]),
            ("a deletion, signed by the PIN alone", 3, [signer(.pin)], [signer(.device)]),
        ]
        return try cases.map { what, index, signed, expected in
            var forged = try vector(original(what, keyChange(index), signed), what, isValid: false)
            forged.keys = expected.map(key)
            return forged
        }
    }

    /// Statements at the place of another kind: as they were signed, and signed anew for that place.
    private static func moved(_ originals: [Original]) throws -> [StatementVector] {
        var kinds: [Original] = []
        for original in originals where !kinds.contains(where: { $0.typ == original.typ }) { kinds.append(original) }
        return try kinds.flatMap { original in
            try kinds.filter { $0.typ != original.typ }.flatMap { place in
                var moved = try vector(original, "\(original.what) as \(place.typ)", isValid: false)
                moved.typ = place.typ
                let signers = place.namesFactors ? [.device, .pin].map(signer) : place.signers
                let signed = Original(what: "", typ: place.typ, payload: original.payload, signers: signers)
                return [
                    moved,
                    try vector(signed, "\(original.what), signed as \(place.typ)", isValid: false),
                ]
            }
        }
    }

    // MARK: Composition

    private static func original(
        _ what: String, _ type: StatementType, _ payload: [UInt8], _ signers: [Signer]
    ) -> Original {
        Original(what: what, typ: type.rawValue, payload: payload, signers: signers)
    }

    private static func original(_ what: String, _ change: KeyChangeStatement, _ signers: [Signer]) -> Original {
        original(what, .keyChange, change.serialized, signers)
    }

    private static func keyChange(_ index: Int) -> KeyChangeStatement { Sample.keyChange(Sample.changes[index]) }

    private static func signer(_ factor: FactorType) -> Signer {
        Signer(
            kid: factor.rawValue, algorithm: factor == .pin ? .ed25519 : .es256,
            publicKey: Sample.publicKey(factor).rawRepresentation, sign: Sample.sign(factor))
    }

    private static var newPIN: Signer {
        Signer(kid: "pin", algorithm: .ed25519, publicKey: Sample.newPINKey.rawRepresentation) {
            Array(try Sample.newPIN.signature(for: $0))
        }
    }

    private static func signer(_ key: Curve25519.Signing.PrivateKey) -> Signer {
        let publicKey = Sample.verificationKey(key)
        return Signer(
            kid: publicKey.identifier, algorithm: .ed25519, publicKey: publicKey.rawRepresentation
        ) { Array(try key.signature(for: $0)) }
    }

    private static func thief(_ algorithm: SignatureAlgorithm) -> SignedStatement.FactorSignature {
        switch algorithm {
        case .es256: { Array(try Sample.signingKey(67).signature(for: $0).rawRepresentation) }
        case .ed25519: { Array(try Sample.ed25519Key(66).signature(for: $0)) }
        }
    }

    private static func key(_ signer: Signer) -> StatementVector.Key {
        .init(kid: signer.kid, alg: signer.algorithm.rawValue, publicKey: Octets(signer.publicKey))
    }

    /// Signs a statement.
    /// - Parameter isKept: selects the signatures that are in the JWS.
    private static func vector(
        _ original: Original, _ what: String, isValid: Bool, isKept: (Signer) -> Bool = { _ in true }
    ) throws -> StatementVector {
        let factors = original.signers.compactMap { FactorType(rawValue: $0.kid) }.sorted()
        var builder = GeneralSignatures.Builder(payload: original.payload)
        for signer in original.signers where isKept(signer) {
            let header = GeneralSignatures.Header(
                algorithm: signer.algorithm, keyIdentifier: signer.kid, type: original.typ,
                factors: original.namesFactors ? factors : nil)
            builder.add(header, signature: try signer.sign(builder.signingInput(header)))
        }
        return StatementVector(
            what: what, typ: original.typ, jws: String(decoding: builder.serialized, as: UTF8.self),
            payload: Octets(original.payload), keys: original.signers.map(key), isValid: isValid)
    }
}
