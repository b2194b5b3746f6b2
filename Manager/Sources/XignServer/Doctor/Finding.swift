/// A result of `doctor`. The members are named as in JSON.
package struct Finding: Sendable, Encodable, Equatable {
    /// The subject that was looked at. The names are stable, and `docs/operations.md` lists them.
    package enum Check: String, Sendable, Encodable, CaseIterable {
        case folder, files, rootKeys, configuration, openFiles, clock, ready
        case keyEncryptionKey, space, database, schema, writing, integrity, durability, connections
        case housekeeping, auditChain, keyMaterial, unknownKeys, idTokenKeys, clientSecrets, outbox, mail, backup
        case administrators, userNames, retention, legacyServices, loopbackRedirects, deviceAlone, policy
        case issuer, certificate, tls, hsts, appLinks, origins, proxy
    }

    package enum Status: Int, Sendable, Encodable, Comparable {
        case ok, warning, failure

        package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

        package var name: String {
            switch self {
            case .ok: "ok"
            case .warning: "warning"
            case .failure: "failure"
            }
        }

        package func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            try value.encode(name)
        }
    }

    package let check: Check
    package let status: Status
    /// The observation, in one sentence without a full stop. Never a secret.
    package let text: String
    /// The advice; nil where nothing has to be done.
    package let advice: String?
}

extension [Finding] {
    /// The worst status.
    /// - Parameter accepted: the checks whose warnings the operator has decided to live with. Failures count always.
    package func status(accepting accepted: Set<Finding.Check>) -> Finding.Status {
        filter { $0.status == .failure || !accepted.contains($0.check) }.map(\.status).max() ?? .ok
    }
}
