import XignDomain
import XignPages
import XignUseCases

extension ProviderFooter.Model {
    init(_ profile: OperatorProfile) {
        self.init(
            name: profile.name, help: profile.help, imprint: profile.imprint, privacy: profile.privacy,
            app: profile.app.name, appStore: profile.app.appStore, googlePlay: profile.app.googlePlay,
            otherStore: profile.app.other)
    }
}

extension Context {
    /// The foot of pages. It is empty while the database cannot be read, so that error pages are made even then.
    var provider: ProviderFooter.Model { (try? operatorProfile()).map { ProviderFooter.Model($0) } ?? .none }
}
