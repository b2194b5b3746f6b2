import Foundation
import Terminal
import XignSDK

extension Command {
    /// The command `login CODE`.
    static func login(_ words: any Wording) -> Command {
        let isScanned = Parameter<Bool>.flag(
            "scanned", "CODE is text that you scanned yourself from the QR code on the page.")
        return Command(
            "login", "Log in at a website that shows a QR code or a link.",
            discussion: """
                Shows the website and the data that it requests, before you confirm anything. Check that the address \
                is that of the website in front of you: an attacker could send you the code of their own login, to be \
                logged in as you. For this reason, the text of a QR code is refused unless --scanned says that you \
                scanned it yourself.

                The link "Open in app" on the login page belongs to the browser on this device. After the login, xign \
                opens that browser, or shows the address to open in it.

                A website can request your data from the manager. xign asks you for missing values, which the manager \
                then stores; for a choice if you have several values; and whether to send optional values. The options \
                --set, --alias, --include and --without answer these questions in advance. With --yes, xign asks \
                nothing: optional values without an option are left out, and the login fails if a question is still \
                open.

                Attributes: \(KnownAttribute.all.map(\.name).joined(separator: ", ")). A birthdate has the form \
                YYYY-MM-DD; an address "Street 1; 51147; Köln; DE", with an optional region before the country.
                """,
            [Options.code, isScanned] + LoginOptions.declarations
        ) { given, console in
            let code = given[Options.code]
            var options = try LoginOptions(given)
            try UsageError.check(code, readsInput: options.readsInput)
            try options.attributes.read(console.input)
            let scanned = try Code(code, isScanned: given[isScanned])
            let sdk = try given.home.sdk()
            switch try sdk.process(of: scanned) {
            case .authentication(let data):
                try Login(.login, options, sdk: sdk, console: console, words: words).run(data) { login, confirmed in
                    try login.reportToBrowser(confirmed)
                }
            case .personalization: throw Failure(.data, "this is an activation code: use xign activate CODE")
            case .transaction(let data):
                try Transaction(options, sdk: sdk, console: console, words: words).run(data)
            }
        }
    }
}

/// One login, from its beginning to the confirmation.
struct Login {
    /// A login that the person has confirmed, with what the manager answered.
    struct Confirmed {
        let result: AuthenticationResult
        let attributes: RequestedAttributes
        let request: AuthenticateRequest
    }

    let roleName: String?
    let options: AttributeOptions
    let printsJSON: Bool
    let confirmation: Confirmation

    var sdk: XignSdk { confirmation.sdk }
    var console: Console { confirmation.console }
    var words: any Wording { confirmation.words }
    /// The answer given by options; nil if the person is asked.
    var answer: Consent? { confirmation.options.consent }

    /// Shows the request, asks for consent and PIN, and continues with the confirmed login.
    func run(
        _ data: AuthenticationInitializationData, completion: (Login, Confirmed) throws -> Void
    ) throws {
        try explaining(confirmation.undertaking) {
            try confirmation.run(data) { request in
                if confirmation.isForeseen {
                    ConsentScreen(
                        request: request, attributes: RequestedAttributes(request.info), isAsked: false, words: words
                    )
                    .lines.forEach(confirmation.show)
                    try confirmation.end(request, answer ?? .declined)
                } else {
                    try selectRole(request)
                    if let confirmed = try confirm(request) { try completion(self, confirmed) }
                }
            }
        }
        // Nobody reads what a script prints; the notices wait for a person.
        guard !printsJSON, !confirmation.options.pinFromInput, !confirmation.isForeseen else { return }
        console.reportNotices(sdk, of: try sdk.accounts(at: data.idmIdentifier))
    }

    /// Asks the open questions and for consent, and repeats both if the manager refuses attributes.
    /// - Returns: nil if the person declined.
    private func confirm(_ request: AuthenticateRequest) throws -> Confirmed? {
        let attributes = RequestedAttributes(request.info)
        try options.apply(to: attributes, of: request.serviceInformation.name)
        let screen = ConsentScreen(request: request, attributes: attributes, isAsked: answer == nil, words: words)
        if answer != nil { attributes.leaveOutUnmentioned() }
        screen.lines.forEach(confirmation.show)
        var isCorrected = false
        while true {
            try refuseUnavailable(attributes, request)
            let wasAsked = try decide(attributes)
            if wasAsked || isCorrected { screen.decidedLines.forEach(confirmation.show) }
            switch try confirmation.consent(words.consent.question) {
            case .agreed:
                switch try sdk.authenticator.prepareAuthenticationUserInformationSynchronous(request: request) {
                case .success(let information):
                    let result = try confirmation.authenticate(information)
                    return Confirmed(result: result, attributes: attributes, request: request)
                case .failure:
                    try reopen(attributes)
                    isCorrected = true
                }
            case let refusal:
                try confirmation.end(request, refusal)
                return nil
            }
        }
    }

    private func selectRole(_ request: AuthenticateRequest) throws {
        if let roleName {
            guard let role = request.roles.first(where: { $0.name == roleName || $0.id == roleName }) else {
                let names = request.roles.map(\.name).joined(separator: ", ")
                throw Failure(.data, "you do not have the role \(roleName) at this website; your roles: \(names)")
            }
            request.setSelection(role)
        } else if request.selectedRole == nil {
            let roles = request.roles
            let question: Text = "Which role do you use at \(request.serviceInformation.name)?"
            request.setSelection(roles[try console.choose(question, from: roles.map { "\($0.name)" })])
        }
    }

    /// Parses a list of factors, such as `pin,device`.
    static func factors(_ text: String) throws -> [AuthenticatorType]? {
        try text.split(separator: ",").map { name in
            guard let factor = AuthenticatorType(rawValue: String(name)), [.device, .pin].contains(factor) else {
                throw UsageError("\(name) is not a factor of xign; the factors are device and pin")
            }
            return factor
        }
    }

    /// Warns of failed attempts since the last login.
    func reportFailures(_ count: Int) {
        guard count > 0 else { return }
        console.report(
            """
            \("Failed attempts since your last login: \(count).", .yellow) If they were not yours, someone else uses \
            this device: tell the operator.
            """)
    }
}

// MARK: The end of a login at a website

extension Login {
    fileprivate func reportToBrowser(_ confirmed: Confirmed) throws {
        guard case .userLogin(let result) = confirmed.result else { throw confirmation.undertaking.foreignAnswer }
        if result.returnURL == nil {
            confirmation.show("\("Logged in", .green) at \(result.relyingPartyName). Continue in the browser.")
        } else {
            confirmation.show("\("Confirmed", .green) at \(result.relyingPartyName).")
        }
        reportFailures(result.failedAttemptsSinceLastSuccess)
        if printsJSON {
            try console.print(json: LoginReport(result, confirmed, returnURL: result.returnURL))
        } else if let address = result.returnURL {
            returnToBrowser(address)
        }
    }

    /// Opens the browser in which the login began, or shows the URL to open in it.
    private func returnToBrowser(_ address: URL) {
        if ReturnToBrowser().open(address) {
            console.print("Continue in the browser, where the login is completed.")
        } else {
            console.print("Open this address in the browser where you began, within a minute:")
            console.print("\(address.absoluteString)")
        }
    }
}
