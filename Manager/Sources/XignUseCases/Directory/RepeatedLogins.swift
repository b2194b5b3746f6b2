import XignDomain
import XignProtocol
import XignStorage

extension Transaction {
    /// Lists the decisions about repeated logins that deserve a second thought, a sentence each: terms that leave NIST
    /// SP 800-63B-4, section 2.2.3, shared logins that a browser may forget, and those without one of their parts.
    func repeatedLoginAdvice(at issuer: ManagerOrigin) throws -> [String] {
        let organizations = try organizations.all()
        let services = try services.all().filter(\.isActive)
        let sharing = Set(organizations.filter { $0.sharedLogin != nil }.map(\.id))
        let ofOrganizations = organizations.flatMap { organization -> [String] in
            guard let terms = organization.sharedLogin else { return [] }
            let websites = services.filter { $0.organizationID == organization.id && $0.client.sharesLogin }
            return [departure(of: terms), forgetfulness(of: terms, at: issuer, for: websites)].compactMap { advice in
                advice.map { "organization \(organization.name): sharedLogin: \($0)" }
            }
        }
        let ofServices = services.flatMap { service -> [String] in
            let terms = service.client.rememberedLogin.flatMap(departure).map { "rememberedLogin: \($0)" }
            let lonely =
                service.client.sharesLogin && !sharing.contains(service.organizationID)
                ? "sharedLogin: it has no effect, since the organization has none. Declare sharedLogin there, too" : nil
            // A logout at one website ends the logins at all of them: the person must find the way back.
            let leadingNowhere =
                service.client.sharesLogin && service.client.postLogoutRedirectURIs.isEmpty
                ? "sharedLogin: without postLogoutRedirectUris, no logout leads back to the website. Declare one" : nil
            return [terms, lonely, leadingNowhere].compactMap { advice in
                advice.map { "service \(service.name): \($0)" }
            }
        }
        return ofOrganizations + ofServices
    }
}

extension Context {
    /// Lists the decisions about repeated logins that deserve a second thought, a sentence each.
    package func repeatedLoginAdvice() throws -> [String] {
        try database.read { try $0.repeatedLoginAdvice(at: issuer) }
    }
}

/// Returns the sentence about a repeated login that lasts longer, or rests longer, than NIST has it at AAL2; nil for
/// another one.
private func departure(of terms: RepeatedLoginTerms) -> String? {
    let (longest, longestIdle): (Int64, Int64) = (1440, 60)
    guard terms.minutes > longest || terms.idleMinutes > longestIdle else { return nil }
    return "\(terms.minutes) minutes, and \(terms.idleMinutes) without use, leave NIST SP 800-63B-4, section 2.2.3, "
        + "which has \(longest) and \(longestIdle) at AAL2: somebody who gets hold of the browser has longer"
}

/// Returns the sentence about a shared login that lasts longer than each browser keeps its cookie where people press
/// nothing at the manager; nil for another one. The time was measured in Firefox with strict protection, which spares
/// a manager at the domain of its websites. Addresses without TLS, such as on loopback, are for development alone.
private func forgetfulness(
    of terms: RepeatedLoginTerms, at issuer: ManagerOrigin, for websites: [Service]
) -> String? {
    let kept: Int64 = 60
    let hosts = websites.flatMap(\.redirectURIs).filter { $0.hasPrefix("https://") }
        .compactMap { RedirectURI.origin(of: $0)?.host }
    guard terms.minutes > kept, let other = hosts.first(where: { domain(of: $0) != domain(of: issuer.host) }) else {
        return nil
    }
    return
        "Firefox with strict protection may end it after \(kept) of its \(terms.minutes) minutes, if nobody clicks at "
        + "\(issuer.host), since \(other) is at another domain: the device is asked again"
}

/// Returns the last two labels of a host. So all hosts below `co.uk` count as one domain, and no warning comes. IP
/// addresses are treated as names.
private func domain(of host: String) -> String { host.split(separator: ".").suffix(2).joined(separator: ".") }
