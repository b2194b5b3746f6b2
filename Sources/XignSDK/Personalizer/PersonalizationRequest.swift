import Synchronization
internal import XignProtocol

/// An activation that the user is about to confirm. Safe to share between threads.
public final class PersonalizationRequest: Sendable {
    /// The manager.
    public let idmIdentifier: String
    /// The account that is activated, as the manager names it.
    public let userName: String
    /// Who has invited the user, if it was an organization.
    public let organizationInformation: OrganizationInformation?
    /// The service that the user was invited to, if it was one.
    public let serviceInformation: ServiceInformation?
    /// Whether the activation PIN was assigned, so that a PIN of the user's own must be set.
    public let newPinRequired: Bool
    /// Where a new PIN goes. Where none is required and none is set, the activation PIN stays the PIN.
    public let pinSpecification: PinSpecification
    /// The factors that the activation must have.
    public let requiredAuthenticators: Set<AuthenticatorType>
    /// The factors that it may have besides.
    public let optionalAuthenticators: Set<AuthenticatorType>
    /// How many wrong PINs the manager has counted before. More than the user remembers is an alarm: show it.
    public let wrongPinAttempts: Int

    let activationId: ActivationID
    let opened: Open.Personalize
    let activationPin: PIN

    private struct State {
        var alias: String
        var isFinishing = false
    }
    private let state: Mutex<State>

    init(_ opened: Open.Personalize, for data: PersonalizationInitializationData, activationPin: PIN, alias: String) {
        idmIdentifier = data.idmIdentifier
        userName = opened.userName
        organizationInformation = opened.organization.map { OrganizationInformation($0) }
        serviceInformation = opened.service.map { ServiceInformation($0) }
        newPinRequired = opened.newPinRequired
        pinSpecification = PinSpecification(opened.pinPolicy, replacing: opened.newPinRequired ? activationPin : nil)
        requiredAuthenticators = Set(opened.requiredFactors.compactMap { AuthenticatorType($0) })
        optionalAuthenticators = Set(opened.optionalFactors.compactMap { AuthenticatorType($0) })
        wrongPinAttempts = opened.wrongPins
        activationId = data.activationId
        self.opened = opened
        self.activationPin = activationPin
        state = Mutex(State(alias: alias))
    }

    /// The name of the activation, by which the user tells devices apart; at most 256 bytes. Preset with the device's name.
    public var alias: String {
        get { state.withLock { $0.alias } }
        set { state.withLock { $0.alias = newValue } }
    }

    /// Keeps two calls from enrolling at once.
    func finishing<Output>(_ body: () async throws -> Output) async throws -> Output {
        let isAlready = state.withLock { state in
            defer { state.isFinishing = true }
            return state.isFinishing
        }
        guard !isAlready else { throw XignSdkError(.wrongOrder, "This personalization is being finished already.") }
        defer { state.withLock { $0.isFinishing = false } }
        return try await body()
    }
}
