import Testing

@testable import XignProtocol

/// Tests of the vectors for texts that are read or refused.
struct FormVectorTests {
    @Test("Vectors of forms", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("strict JSON and consent statements are accepted and refused as in the vectors", json),
        TestCase("consents of every purpose are read and refused as in the vectors", consents),
        TestCase("enrolments and key changes are read and refused as in the vectors", deviceStatements),
        TestCase("answers to an app behind a Keycloak are read and refused as in the vectors", inApp),
        TestCase("PINs are common as in the vectors, and the list is the code's", pins),
        TestCase("keys and signatures of Ed25519 are judged as in the vectors", ed25519),
        TestCase("the statements to compare are read, and most of them must not be signed", comparison),
        TestCase("attributes are shown, left out and refused as in the vectors of offers", offers),
        TestCase("without a kind, attributes are shown as devices from before the kinds have shown them", formerOffers),
        TestCase("values of attributes are canonical as in the vectors, and addresses have one text", values),
        TestCase("error codes match the vectors", errors),
    ]

    func json() throws {
        let vectors: JSONVectors = try VectorFile.strictJSON.read()
        let limits = StrictJSON.Limits(size: vectors.maximumByteCount, depth: vectors.maximumDepth)
        #expect(vectors.inputs.count == JSONCorpus.accepted.count + JSONCorpus.refused.count)
        for input in vectors.inputs {
            #expect(
                ((try? StrictJSON.parse(input.bytes.bytes, limits: limits)) != nil) == input.isAccepted, "\(input.what)"
            )
        }
        let original = try ConsentStatement(parsing: vectors.consent.bytes)
        #expect(original == Sample.consent)
        #expect(vectors.statements.count == MutatedStatements.all.count)
        for vector in vectors.statements {
            let statement = try? ConsentStatement(parsing: vector.bytes.bytes)
            let judged = statement.map { $0 == original ? "same" : "different" } ?? "refused"
            #expect(judged == vector.expectation, "\(vector.what)")
        }
    }

    func consents() throws {
        let vectors: FormVectors = try VectorFile.consents.read()
        #expect(vectors.originals.map(\.what) == Sample.subjects.map(\.purpose.rawValue))
        #expect(vectors.originals.allSatisfy { $0.mutations.count >= 4 })
        check(vectors, VectorGenerator.isConsent)
        for original in vectors.originals {
            let statement = try ConsentStatement(parsing: original.bytes.bytes)
            for mutation in original.mutations where mutation.isAccepted {
                #expect(try ConsentStatement(parsing: mutation.bytes.bytes) != statement, "\(mutation.what)")
            }
        }
    }

    func deviceStatements() throws {
        let vectors: FormVectors = try VectorFile.deviceStatements.read()
        #expect(vectors.originals.map(\.what) == ["enrolment", "changePin", "addFactor", "newActivation", "delete"])
        #expect(vectors.originals.allSatisfy { $0.mutations.count >= 4 })
        check(vectors, VectorGenerator.isDeviceStatement)
    }

    private func check(_ vectors: FormVectors, _ isAccepted: (_ bytes: [UInt8]) -> Bool) {
        for original in vectors.originals {
            #expect(isAccepted(original.bytes.bytes), "\(original.what)")
            for mutation in original.mutations {
                #expect(isAccepted(mutation.bytes.bytes) == mutation.isAccepted, "\(original.what): \(mutation.what)")
            }
        }
        for other in vectors.others {
            #expect(isAccepted(other.bytes.bytes) == other.isAccepted, "\(other.what)")
        }
    }

    func inApp() throws {
        let vectors: [InAppVector] = try VectorFile.inApp.read()
        #expect(vectors.count == InAppAnswerTests.cases.count)
        for vector in vectors {
            #expect(((try? InAppAnswer(parsing: vector.text.octets)) != nil) == vector.isAccepted, "\(vector.what)")
        }
    }

    func values() throws {
        let vectors: [ValueVector] = try VectorFile.values.read()
        #expect(vectors == VectorGenerator.values())
        let today = try #require(VectorGenerator.today)
        for vector in vectors {
            let attribute = try #require(AttributeName(rawValue: vector.attribute))
            let text = String(decoding: vector.text.bytes, as: UTF8.self)
            #expect(attribute.accepts(text, today: today) == vector.isCanonical, "\(vector.attribute): \(vector.what)")
            guard let parts = vector.parts else { continue }
            let address = try #require(AddressText(text), "\(vector.what)")
            #expect(
                [address.street, address.locality, address.country]
                    == ["street_address", "locality", "country"].map { parts[$0] })
            #expect(address.region == parts["region"])
        }
    }

    func pins() throws {
        let vectors: PINVectors = try VectorFile.pins.read()
        #expect(Set(vectors.listed) == PIN.wellKnown)
        #expect(vectors.listed.count == PIN.wellKnown.count)
        for pin in vectors.listed { #expect(try #require(PIN(pin)).isCommon, "\(pin)") }
        #expect(vectors.examples.count { $0.isCommon } >= 10)
        #expect(vectors.examples.count { !$0.isCommon } >= 10)
        for example in vectors.examples {
            #expect(try #require(PIN(example.pin)).isCommon == example.isCommon, "\(example.pin)")
        }
    }

    func ed25519() throws {
        let vectors: [Ed25519Vector] = try VectorFile.ed25519.read()
        #expect(vectors.count { $0.isValid } >= 3)
        #expect(vectors.count { !$0.isValid } >= 15)
        for vector in vectors {
            let key = StatementVerificationKey(rawRepresentation: vector.publicKey.bytes)
            #expect((key != nil) == vector.isKeyAccepted, "\(vector.what)")
            #expect(
                (FactorPublicKey(factor: .pin, rawRepresentation: vector.publicKey.bytes) != nil)
                    == vector.isKeyAccepted)
            let isValid = key?.isValidSignature(vector.signature.bytes, for: vector.message.bytes) ?? false
            #expect(isValid == vector.isValid, "\(vector.what)")
        }
    }

    func comparison() throws {
        let vectors: ComparisonVectors = try VectorFile.comparison.read()
        #expect(vectors.cases.count { $0.isSigned } >= 20)
        #expect(vectors.cases.count { !$0.isSigned } >= 300)
        for start in vectors.starts { _ = try MessageCoding.decode(Start.Response.self, from: start.octets) }
        for vector in vectors.cases where vector.isSigned {
            let start = try MessageCoding.decode(Start.Response.self, from: vectors.starts[vector.start].octets)
            let statement = try ConsentStatement(parsing: vectors.statements[vector.statement].bytes)
            #expect(statement.subject == start.subject, "\(vector.what)")
            #expect(statement.channel == start.channel, "\(vector.what)")
        }
    }

    func offers() throws {
        let vectors: [OfferVector] = try VectorFile.offers.read()
        #expect(vectors == (try VectorGenerator.offers()))
        for (what, shown) in [
            ("with additions", vectors.map(\.shown)), ("without", vectors.map(\.shownWithoutAdditions)),
            ("before", vectors.map(\.shownBefore)),
        ] {
            #expect(shown.contains { $0 == nil }, "\(what)")
            #expect(shown.contains { $0?.isEmpty == false }, "\(what)")
        }
    }

    func formerOffers() throws {
        let vectors: [OfferVector] = try VectorFile.offers.read()
        #expect(Set(vectors.map(\.what)) == Set(FormerOffers.shown.keys))
        for vector in vectors {
            let former = try #require(FormerOffers.shown[vector.what])
            #expect(vector.shownBefore == former, "\(vector.what)")
            var answer = try MessageCoding.decode(Start.Response.self, from: vector.start.octets)
            answer.attributes = answer.attributes.mapValues { description in
                var description = description
                description.kind = nil
                return description
            }
            for showsAdditions in [false, true] {
                let shown = VectorGenerator.shown(answer, showsAdditions: showsAdditions)
                #expect(shown == former, "\(vector.what)")
            }
        }
    }

    func errors() throws {
        let vectors: [ErrorVector] = try VectorFile.errors.read()
        #expect(
            vectors == ProtocolErrorCode.allCases.map { ErrorVector(code: $0.rawValue, endsTheProcess: $0.isTerminal) })
    }
}
