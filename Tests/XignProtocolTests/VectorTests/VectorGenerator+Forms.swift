import XignCrypto

@testable import XignProtocol

extension VectorGenerator {
    /// Consent statements of every purpose, with every mutation of one place.
    static func consents() -> FormVectors {
        let combinations = SubjectCombination.all.map {
            FormVectors.Case(what: $0.what, bytes: Octets($0.bytes), isAccepted: $0.isAllowed)
        }
        return FormVectors(
            originals: Sample.subjects.map { subject in
                original(subject.purpose.rawValue, Sample.consent(subject).serialized) { path in
                    // `strict-json.json` has mutations of the other members, which are alike for all purposes.
                    subject.purpose == .login
                        || ["purpose", "utility", "transaction", "offlineUntil", "zzz"]
                            .contains(String(path.prefix { $0 != "." }))
                }
            }, others: combinations + StatementLimits.consents.map(limit))
    }

    /// Enrolments and key changes, with every mutation of one place.
    static func deviceStatements() -> FormVectors {
        let statements =
            [("enrolment", Sample.attestedEnrolment.serialized)]
            + Sample.changes.map(Sample.keyChange).map { ($0.purpose.rawValue, $0.serialized) }
        return FormVectors(
            originals: statements.map { original($0, $1) { _ in true } },
            others: (StatementLimits.enrolments + StatementLimits.keyChanges).map(limit))
    }

    /// Returns whether a reader of the statements in these vectors accepts the bytes.
    static func isConsent(_ bytes: [UInt8]) -> Bool { (try? ConsentStatement(parsing: bytes)) != nil }

    static func isDeviceStatement(_ bytes: [UInt8]) -> Bool {
        (try? EnrolmentStatement(parsing: bytes)) != nil || (try? KeyChangeStatement(parsing: bytes)) != nil
    }

    private static func original(
        _ what: String, _ bytes: [UInt8], where isWanted: (_ path: String) -> Bool
    ) -> FormVectors.Original {
        let mutations = ((try? StrictJSON.parse(bytes, limits: .statement))?.mutations ?? [])
        return FormVectors.Original(
            what: what, bytes: Octets(bytes),
            mutations: mutations.filter { isWanted($0.path) }.map {
                .init(
                    what: $0.what, bytes: Octets($0.bytes),
                    isAccepted: isConsent($0.bytes) || isDeviceStatement($0.bytes))
            })
    }

    private static func limit(_ limit: StatementLimits.Case) -> FormVectors.Case {
        .init(what: limit.what, bytes: Octets(limit.bytes), isAccepted: limit.isAccepted)
    }
}
