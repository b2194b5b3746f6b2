import XignDomain
import XignProtocol
import XignStorage
import XignUseCases
import XignWeb

/// Decisions of the operator that deserve a second thought.
extension Examination {
    mutating func examineDirectory(_ context: Context, _ configuration: Configuration) {
        attempt(.legacyServices) { examination in
            examination.warn(
                .legacyServices,
                ofEach: try ListLegacyServices(context)().map {
                    "service \($0) is declared with legacy: true, so a stolen code can be injected"
                },
                "let the website send a nonce or use PKCE, and remove legacy (RFC 9700, section 2.1.1)",
                otherwise: "each service is protected from injected codes")
        }
        attempt(.loopbackRedirects) { examination in
            examination.warn(
                .loopbackRedirects, ofEach: try Self.loopbackRedirects(context),
                "declare native: true for an app, or remove the address of a developer's machine",
                otherwise: "no website has an address on loopback")
        }
        attempt(.deviceAlone) { examination in
            examination.warn(
                .deviceAlone, ofEach: try context.rolesForDeviceAlone(),
                "add pin to the alternatives, or accept that whoever holds the unlocked device logs in",
                otherwise: "each role asks for more than the device")
        }
        attempt(.policy) { examination in
            examination.warn(
                .policy,
                ofEach: try context.rolesForUncheckedBrowsers() + context.longIDTokens()
                    + context.repeatedLoginAdvice() + context.permanentUnlockAdvice()
                    + context.demandsOfVerifiedMail(),
                "see docs/declarations.md for what it means", otherwise: "no setting contradicts another")
        }
        attempt(.retention) { try $0.examineRetention(context) }
        attempt(.userNames) { examination in
            examination.warn(
                .userNames, ofEach: try ListNameConflicts(context).homonyms(),
                "find out if both are one person, and remove one: until then write each name exactly",
                otherwise: "no user's name can be mistaken for another's")
        }
        attempt(.administrators) { try $0.examineAdministrators(context, configuration) }
    }

    /// Services with an address on the user's machine that are not native apps: another program there can listen at it
    /// (RFC 9700, section 2.6).
    private static func loopbackRedirects(_ context: Context) throws -> [String] {
        guard context.issuer.isSecure else { return [] }
        return try context.database.read { try $0.services.all() }
            .filter { service in
                service.isActive && !service.client.isNative
                    && service.redirectURIs.contains { RedirectURI.origin(of: $0)?.isSecure == false }
            }
            .map { "service \($0.name) has a redirect URI on loopback, and is no native app" }
    }

    private mutating func examineRetention(_ context: Context) throws {
        guard let days = try context.database.read({ try $0.declared.policy() }).auditRetentionDays else {
            return warn(
                .retention, "events stay in the audit log for good, and they are personal data",
                "decide for how long you need them, and declare settings.audit: {retentionDays: ...}")
        }
        ok(.retention, "events leave the audit log after \(days) days")
    }

    private mutating func examineAdministrators(_ context: Context, _ configuration: Configuration) throws {
        guard try configuration.servedSurfaces().surfaces.contains(.console) else { return }
        switch try context.database.read({ try $0.administratorGrants.usableAdministrators() }).count {
        case 0:
            warn(
                .administrators, "the console is served, and no administrator has a usable device",
                "`xignin-manager administrator add NAME`, and let them activate a device")
        case 1:
            warn(
                .administrators, "one administrator alone has a usable device",
                "name a second one: some acts need two, and one device can be lost")
        case let count: ok(.administrators, "\(count) administrators have a usable device")
        }
    }
}
