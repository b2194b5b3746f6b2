import XignDomain
import XignHTTP
import XignPages
import XignUseCases

/// A browser on the pages of the first device: the handout in its cookie, and the website from which the person has
/// come to register.
struct JoiningBrowser {
    let request: Request
    /// Nil where nothing waits for a device.
    let handout: JoinHandout?
    private let context: Context
    private let wayBack: WayBack?

    init(_ request: Request, _ context: Context) throws {
        (self.request, self.context) = (request, context)
        handout = JoinCookie(context).visit(in: request)?.handout
        wayBack = try WayBack(in: request.query, context)
    }

    /// True for a person who registers. Without a cookie only the way back tells.
    var isRegistering: Bool { handout.map { $0.way == .registration } ?? (wayBack != nil) }

    /// True for a page that may keep its reference to the window of the website.
    var isPopup: Bool { wayBack?.service.client.opensPopups ?? false }

    /// The website from which the person has come to register; nil for none.
    var nextWebsite: JoinPages.NextWebsite? {
        isRegistering ? wayBack.map { JoinPages.NextWebsite($0, in: context) } : nil
    }

    // MARK: Addresses

    var paths: JoinPages.DevicePaths {
        let page = JoinController.devicePath
        return JoinPages.DevicePaths(
            page: kept(page), newCode: kept("\(page)/code"), cancel: kept("\(page)/cancel"))
    }

    /// The page on which the person begins anew.
    var beginning: String { isRegistering ? kept(RegisterController.path) : JoinLink.path }

    private func kept(_ path: String) -> String { wayBack?.kept(at: path) ?? path }

    func redirectToBegin() -> Response { .redirect(to: beginning).keepingOpener(isPopup) }

    /// Leads to the page of the first device.
    var redirectToDevice: Response { .redirect(to: paths.page).keepingOpener(isPopup) }

    /// Leads to the page of the first device with another code.
    func redirect(toDeviceOf handout: JoinHandout) throws -> Response {
        var response = redirectToDevice
        response.set(try JoinCookie(context).make(.waiting(handout)))
        return response
    }
}

extension JoinPages.NextWebsite {
    init(_ wayBack: WayBack, in context: Context) {
        self.init(name: wayBack.service.displayName, address: wayBack.destination(in: context))
    }
}
