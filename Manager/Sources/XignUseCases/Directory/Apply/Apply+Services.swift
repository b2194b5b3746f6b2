import XignDomain
import XignProtocol
import XignStorage

/// Services.
extension ApplyRun {
    mutating func apply(_ declared: Declaration.Service, _ organization: Organization, _ path: String) throws {
        let old = try transaction.services.find(name: declared.name)
        expect(
            old == nil || old?.organizationID == organization.id, "\(path).name",
            "a name that no other organization's service has")
        var service = service(declared, organization, old, path)
        let oldRoles = try transaction.services.roles(of: service.id)
        let roles = roles(declared.roles, of: service, oldRoles, "\(path).roles")
        guard isSound else { return }
        var comparable = service
        comparable.secretHash = old?.secretHash
        let newFields = service.fields + roles.map(\.field)
        let change = differences(from: (old?.fields ?? []) + oldRoles.map(\.field), to: newFields)
        if comparable != old || !change.isEmpty {
            service.policyVersion = (old?.policyVersion ?? 0) + 1
            try transaction.services.save(service)
            for role in roles where !oldRoles.contains(role) { try transaction.services.save(role) }
            for role in oldRoles where !roles.contains(where: { $0.id == role.id }) {
                try transaction.services.remove(role: role.id)
            }
            try record(
                old == nil ? "added service \(service.name)" : "changed service \(service.name): \(change)",
                service: service)
        }
        if (declared.confidential ?? true) != (old?.isConfidential ?? false) {
            try setSecret(of: service, isConfidential: declared.confidential ?? true)
        }
    }

    private mutating func service(
        _ declared: Declaration.Service, _ organization: Organization, _ old: Service?, _ path: String
    ) -> Service {
        expect(Self.isName(declared.name), "\(path).name", "1 to 64 lower-case letters, digits and hyphens")
        let displayName = declared.displayName.map { partyName($0, "\(path).displayName") } ?? declared.name
        let description = declared.description.map { displayText($0, "\(path).description") }
        checkRedirectURIs(declared.redirectUris, "\(path).redirectUris")
        let algorithm =
            declared.signingAlgorithm.map(Service.SigningAlgorithm.init(rawValue:)) ?? old?.signingAlgorithm
        expect(algorithm != nil, "\(path).signingAlgorithm", Service.SigningAlgorithm.choice)
        let seconds = declared.sessionSeconds ?? Service.defaultSessionSeconds
        expect(Service.sessionSecondsRange.contains(seconds), "\(path).sessionSeconds", "5 to 600")
        let claimsIn = ClaimDestination(rawValue: declared.claimsIn ?? "userInfo")
        expect(claimsIn != nil, "\(path).claimsIn", "userInfo or idToken")
        let openedQRCodes = OpenedQRCodePolicy(rawValue: declared.openedQRCodes ?? "pair")
        expect(openedQRCodes != nil, "\(path).openedQRCodes", "refuse, pair or allow")
        return Service(
            id: old?.id ?? .random(), organizationID: organization.id, name: declared.name, displayName: displayName,
            description: description, website: website(declared.website, "\(path).website"),
            redirectURIs: declared.redirectUris,
            signingAlgorithm: algorithm ?? .es256, proofKey: proofKey(declared, path), secretHash: old?.secretHash,
            isActive: declared.active ?? true, allowsInApp: declared.inApp ?? false,
            openedQRCodes: openedQRCodes ?? .pair, sessionSeconds: seconds,
            attributes: attributes(declared.attributes ?? [], "\(path).attributes"), claimsIn: claimsIn ?? .userInfo,
            security: declared.security.map { security($0, "\(path).security") } ?? .none,
            policyVersion: old?.policyVersion ?? 1)
    }

    private mutating func checkRedirectURIs(_ declared: [String], _ path: String) {
        expect((1...20).contains(declared.count), path, "1 to 20 addresses")
        for (index, uri) in declared.enumerated() {
            expect(
                RedirectURI.isAcceptable(uri), "\(path)[\(index)]",
                "a whole https address without fragment or wildcard; http only on localhost, 127.0.0.1 and [::1]")
            if let name = RedirectURI.answerParameter(in: uri) {
                refuse("\(path)[\(index)]", "its query must not have \(name): answers have it")
            }
        }
    }

    private mutating func proofKey(_ declared: Declaration.Service, _ path: String) -> Service.ProofKey {
        let (isConfidential, isLegacy) = (declared.confidential ?? true, declared.legacy ?? false)
        if isLegacy {
            expect(isConfidential, "\(path).legacy", "false, for a service without a secret")
            expect(declared.pkce != "required", "\(path).legacy", "false where pkce is required")
        }
        switch declared.pkce {
        case nil, "required": return isLegacy ? .legacy : .required
        case "optional":
            expect(isConfidential, "\(path).pkce", "required, for a service without a secret")
            return isLegacy ? .legacy : .optional
        default:
            refuse("\(path).pkce", "must be required or optional")
            return .required
        }
    }

    private mutating func setSecret(of service: Service, isConfidential: Bool) throws {
        if isConfidential {
            let secret = BearerToken.generate()
            try transaction.services.setSecret(secret, of: service.id)
            try record(
                "drew a client secret for \(service.name): see `xignin-manager service secret \(service.name)`",
                .serviceSecretChanged, service: service)
        } else {
            try transaction.services.removeSecret(of: service.id)
            try record("removed the client secret of \(service.name)", .serviceSecretChanged, service: service)
        }
    }
}
