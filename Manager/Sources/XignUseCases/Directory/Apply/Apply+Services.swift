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
        comparable.formerSecret = old?.formerSecret
        let newFields = service.fields + roles.map(\.field)
        let change = differences(from: (old?.fields ?? []) + oldRoles.map(\.field), to: newFields)
        if comparable != old || !change.isEmpty {
            service.policyVersion = (old?.policyVersion ?? 0) + 1
            try transaction.services.save(service)
            if old?.isActive == true, !service.isActive {
                try transaction.processes.notifyAll(at: service.id, now: now)
            }
            if old?.client.offlineAccess != nil, service.client.offlineAccess == nil || !service.isActive {
                try transaction.endOfflineAccesses(of: service.id)
            }
            for role in roles where !oldRoles.contains(role) { try transaction.services.save(role) }
            for role in oldRoles where !roles.contains(where: { $0.id == role.id }) {
                try transaction.services.remove(role: role.id)
            }
            try record(
                old == nil ? "added service \(service.name)" : "changed service \(service.name): \(change)",
                service: service)
        }
        let hasSecret = declared.isConfidential && service.client.keys.isEmpty
        if hasSecret != (old?.secretHash != nil) { try setSecret(of: service, isConfidential: hasSecret) }
    }

    private mutating func service(
        _ declared: Declaration.Service, _ organization: Organization, _ old: Service?, _ path: String
    ) -> Service {
        expect(Self.isName(declared.name), "\(path).name", "1 to 64 lower-case letters, digits and hyphens")
        let displayName = declared.displayName.map { partyName($0, "\(path).displayName") } ?? declared.name
        let description = declared.description.map { displayText($0, "\(path).description") }
        checkRedirectURIs(declared, "\(path).redirectUris")
        let algorithm =
            declared.signingAlgorithm.map(Service.SigningAlgorithm.init(rawValue:)) ?? old?.signingAlgorithm
        expect(algorithm != nil, "\(path).signingAlgorithm", Service.SigningAlgorithm.choice)
        // Also where an existing service keeps its algorithm.
        expect(
            declared.profile == nil || algorithm != .rs256, "\(path).signingAlgorithm", "ES256 or PS256, for fapi2")
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
            formerSecret: old?.formerSecret, isActive: declared.active ?? true, allowsInApp: declared.inApp ?? false,
            openedQRCodes: openedQRCodes ?? .pair, sessionSeconds: seconds,
            attributes: attributes(declared.attributes ?? [], "\(path).attributes"), claimsIn: claimsIn ?? .userInfo,
            security: declared.security.map { security($0, "\(path).security") } ?? .none,
            client: clientSettings(declared, path), policyVersion: old?.policyVersion ?? 1)
    }

    private mutating func checkRedirectURIs(_ declared: Declaration.Service, _ path: String) {
        expect((1...20).contains(declared.redirectUris.count), path, "1 to 20 addresses")
        for (index, uri) in declared.redirectUris.enumerated() {
            checkRedirectURI(uri, declared, "\(path)[\(index)]")
            if let name = RedirectURI.answerParameter(in: uri) {
                refuse("\(path)[\(index)]", "its query must not have \(name): answers have it")
            }
        }
    }

    mutating func checkRedirectURI(_ uri: String, _ declared: Declaration.Service, _ path: String) {
        if declared.native ?? false {
            expect(
                RedirectURI.isAcceptableForNativeApp(uri), path,
                "an https address, http://127.0.0.1 or http://[::1] with a path, or a scheme with a dot such as "
                    + "org.example.app:/callback; without fragment or wildcard")
        } else {
            let advice = RedirectURI.isAcceptableForNativeApp(uri) ? "; an app's own scheme needs native: true" : ""
            expect(
                RedirectURI.isAcceptable(uri), path,
                "a whole https address without fragment or wildcard; http only on localhost, 127.0.0.1 and [::1]"
                    + advice)
        }
    }

    private mutating func proofKey(_ declared: Declaration.Service, _ path: String) -> Service.ProofKey {
        let (isConfidential, isLegacy) = (declared.isConfidential, declared.legacy ?? false)
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

extension Declaration.Service {
    /// True for a client with a secret or keys. A native app has neither (RFC 8252, section 8.5).
    var isConfidential: Bool { confidential ?? !(native ?? false) }
}
