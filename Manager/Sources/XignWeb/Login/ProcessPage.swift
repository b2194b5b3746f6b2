import XignDomain
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The page of a process that a browser began: the login page, or that of a confirmation.
struct ProcessPage {
    let context: Context
    let begun: BrowserProcess
    let description: DescribeLogin.Description
    /// True after "Hide the code".
    let hidesCode: Bool
    let now: Timestamp

    private var process: Process { begun.process }

    func html(in wording: any Wording) -> HTML {
        let provider = context.provider
        if case .act(let requested) = process.goal {
            return ConfirmationPage.page(
                ConfirmationPage.Model(
                    sentence: Phrase(requested.text), sentenceLanguage: requested.text.language, stage: stage,
                    provider: provider),
                in: wording)
        }
        return LoginPage.page(
            LoginPage.Model(
                service: description.service.displayName, organization: description.organization.name,
                host: isOfApp ? nil : RedirectURI.origin(of: begun.request.redirectURI)?.idmIdentifier,
                website: description.service.website, leadsBack: process.goal.login != nil, stage: stage,
                remembering: remembering,
                registration: description.registrationAddress.map { WayBack(to: description.service).kept(at: $0) },
                provider: provider),
            in: wording)
    }

    /// The offer to remember the login in this browser; nil where it cannot be.
    private var remembering: LoginPage.Remembering? {
        guard process.goal.login != nil, description.hasRememberedRole,
            let settings = description.service.rememberedLogin(returningTo: begun.request.redirectURI)
        else { return nil }
        return LoginPage.Remembering(minutes: Int(settings.minutes), isChosen: begun.request.remembersLogin)
    }

    /// True where the answer goes to an app, which has no host: its device names none either.
    private var isOfApp: Bool { process.goal.login?.origin == Consent.originOfApps }

    private var stage: Stage.Model {
        let secrets = context.secrets(of: process.id)
        return Stage.Model(
            session: process.id.description, state: PageState(begun, at: now),
            secondsLeft: Int(process.expiresAt.secondsSince(now)), returnSeconds: Int(Process.collectionSeconds),
            secondsPerStep: Int(SessionSecrets.stepSeconds),
            code: description.channels.contains(.crossDevice) ? code(secrets) : nil,
            link: description.channels.contains(.sameDevice) ? link(secrets) : nil, hidesCode: hidesCode)
    }

    private func code(_ secrets: SessionSecrets) -> Stage.Code {
        let step = SessionSecrets.step(at: now.seconds)
        return Stage.Code(
            key: Base64URL.encode(secrets.qrKey.bytes), kind: process.pidByQRCode.kind,
            managerOrigin: context.issuer.description, appLinkOrigin: context.appLinkOrigin.description,
            step: UInt64(bitPattern: step),
            millisecondsIntoStep: Int(now.rawValue - step * SessionSecrets.stepSeconds * 1000))
    }

    private func link(_ secrets: SessionSecrets) -> String {
        InitializationLink.appLink(
            InitializationPayload(
                process.pidByLink, secret: secrets.linkSecret, origin: context.issuer),
            at: context.appLinkOrigin)
    }
}

extension Phrase {
    /// The parts of a text as its device shows them.
    init(_ text: TransactionText) {
        self.init(
            parts: text.parts.map { part in
                switch part {
                case .literal(let words): .words(words)
                case .name(let name): .value(name)
                }
            })
    }
}
