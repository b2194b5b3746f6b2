import XignDomain
import XignHTTP
import XignUseCases

/// The way back to the website from which a person came to register: the address of the website's request at the
/// authorization endpoint, without `prompt`. The pages keep it in their query, as `to`.
///
/// Anybody can write one. So each page reads it anew, and it leads nowhere but to the authorization endpoint or to the
/// declared website of a service on whose way people can register.
struct WayBack: Sendable {
    /// The name in queries and forms.
    static let parameter = "to"
    /// The length in a query. With it a request line stays below the 8 KiB that reverse proxies take.
    private static let maximumBytes = 4096

    let service: Service
    /// The parameters of the request. `client_id` alone means that it cannot begin anew.
    private var parameters: Parameters

    /// Makes the way back to a request that has been checked.
    /// - Parameter request: the parameters that the browser brought; nil for a pushed request, whose `request_uri` is
    ///   used up when the person comes back, and where there is none.
    init(to service: Service, _ request: Parameters? = nil) {
        self.service = service
        let clientID = Parameters([.init("client_id", service.id.text)])
        parameters = request.map { Parameters($0.list.filter { $0.name != "prompt" }) } ?? clientID
        if RedirectURI.percentEncoded(address).utf8.count > Self.maximumBytes { parameters = clientID }
    }

    /// Reads the way back that a request brings.
    /// - Parameter sent: the query, or the form.
    /// - Returns: nil where there is none, or one that leads to no service on whose way people can register.
    init?(in sent: Parameters, _ context: Context) throws {
        let values = sent.all(Self.parameter)
        guard values.count == 1, let address = OwnAddress(values[0]), address.text.utf8.count <= Self.maximumBytes,
            address.text.hasPrefix("\(AuthorizationController.path)?")
        else { return nil }
        let query = address.text.utf8.dropFirst(AuthorizationController.path.utf8.count + 1)
        guard let request = try? Parameters(formEncoded: query) else { return nil }
        let clientIDs = request.all("client_id")
        guard clientIDs.count == 1, let declared = try FindService(context)(ServiceID(clientIDs[0])),
            context.registrationAddress(for: declared) != nil
        else { return nil }
        self.init(to: declared.service, request)
    }

    /// The value of `to`.
    private var address: String {
        RedirectURI.appending(parameters.list.map { ($0.name, $0.value) }, to: AuthorizationController.path)
    }

    /// Returns the address of a page that keeps the way back.
    func kept(at page: String) -> String { RedirectURI.appending([(Self.parameter, address)], to: page) }

    /// Returns the address to which the person goes on at the end; nil where none is known: the website declares none.
    func destination(in context: Context) -> String? {
        let redirectURIs = parameters.all("redirect_uri")
        let beginsAnew =
            service.client.pushedRequests == .optional && parameters.all("request_uri").isEmpty
            && redirectURIs.count == 1 && RedirectURI.matches(redirectURIs[0], service)
        return beginsAnew ? "\(context.issuer)\(address)" : service.website
    }
}
