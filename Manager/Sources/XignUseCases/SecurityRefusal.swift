import XignDomain
import XignProtocol

extension SecurityRequirements {
    /// Judges what a device says of its security.
    /// - Parameter platform: as it was enrolled; nil for a device that is not enrolled yet, and for an activation of an
    ///   older version. The platform that the client names counts then.
    /// - Returns: `securityInsufficient`; nil for a sufficient device.
    func refusal(of client: ClientInformation, enrolledAs platform: String?) -> ProtocolError? {
        let findings = findings(in: client, on: Platform(rawValue: platform ?? client.platform))
        return findings.isEmpty ? nil : ProtocolError(.securityInsufficient, findings: findings)
    }
}

extension ProtocolError {
    /// The findings of a security check in the words of the audit log; nil for another refusal.
    var findingsText: String? {
        findings.isEmpty ? nil : "security check: \(findings.map(\.rawValue).joined(separator: ", "))"
    }
}
