import XignDomain
import XignUseCases

extension Context {
    /// The operator in the header and at the foot of pages. Without a name while the database cannot be read, so that
    /// error pages are made even then.
    var provider: OperatorProfile {
        var profile = (try? operatorProfile()) ?? .none
        profile.installation = installation
        return profile
    }
}
