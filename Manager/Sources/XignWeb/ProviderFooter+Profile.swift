import XignDomain
import XignPages

extension ProviderFooter.Model {
    init(_ profile: OperatorProfile) {
        self.init(
            name: profile.name, help: profile.help, imprint: profile.imprint, privacy: profile.privacy,
            app: profile.app.name, appStore: profile.app.appStore, googlePlay: profile.app.googlePlay,
            otherStore: profile.app.other)
    }
}
