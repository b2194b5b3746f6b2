import XignDomain
import XignStorage

extension Transaction {
    /// Lists the decisions about repeated logins that deserve a second thought, a sentence each: terms that leave NIST
    /// SP 800-63B-4, section 2.2.3, and shared logins without one of their parts.
    func repeatedLoginAdvice() throws -> [String] {
        let organizations = try organizations.all()
        let sharing = Set(organizations.filter { $0.sharedLogin != nil }.map(\.id))
        let ofOrganizations = organizations.compactMap { organization in
            organization.sharedLogin.flatMap(departure).map { "organization \(organization.name): sharedLogin: \($0)" }
        }
        let ofServices = try services.all().filter(\.isActive).flatMap { service -> [String] in
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
    package func repeatedLoginAdvice() throws -> [String] { try database.read { try $0.repeatedLoginAdvice() } }
}

/// Returns the sentence about a repeated login that lasts longer, or rests longer, than NIST has it at AAL2; nil for
/// another one.
private func departure(of terms: RepeatedLoginTerms) -> String? {
    let (longest, longestIdle): (Int64, Int64) = (1440, 60)
    guard terms.minutes > longest || terms.idleMinutes > longestIdle else { return nil }
    return "\(terms.minutes) minutes, and \(terms.idleMinutes) without use, leave NIST SP 800-63B-4, section 2.2.3, "
        + "which has \(longest) and \(longestIdle) at AAL2: somebody who gets hold of the browser has longer"
}
