import Synchronization
internal import XignCrypto
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
    /// Names the attempt, on the device and to the manager.
    let openTokenHash: SecretOctets
    let opened: Open.Personalize
    let activationPin: PIN

    private struct State {
        var alias: String
        var isFinishing = false
        var isFinished = false
        /// The public halves of the PIN keys that were sent. They tell no more than what the manager was sent, and no PIN.
        var sentPinKeys: Set<[UInt8]> = []
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
        openTokenHash = SecretOctets(SHA256.hash(data: opened.openToken.bytes))
        self.opened = opened
        self.activationPin = activationPin
        state = Mutex(State(alias: alias))
    }

    /// The name of the activation, by which the user tells devices apart; at most 256 bytes. Preset with the device's name.
    public var alias: String {
        get { state.withLock { $0.alias } }
        set { state.withLock { $0.alias = newValue } }
    }

    /// Remembers, in memory alone, which PIN key is sent.
    func willSend(_ pinKey: FactorPublicKey) {
        state.withLock { _ = $0.sentPinKeys.insert(pinKey.rawRepresentation) }
    }

    /// Whether no other PIN key than this one was ever sent, so that its PIN counts wherever the manager has keys of this attempt.
    func hasSentOnly(_ pinKey: FactorPublicKey) -> Bool {
        state.withLock { $0.sentPinKeys.allSatisfy { $0 == pinKey.rawRepresentation } }
    }

    /// Whether the app was told that this attempt has succeeded.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Keeps two calls from enrolling at once.
    func finishing<Output>(_ body: () async throws -> Output) async throws -> Output {
        let isAlready = state.withLock { state in
            defer { state.isFinishing = true }
            return state.isFinishing
        }
        guard !isAlready else { throw XignSdkError(.wrongOrder, "This personalization is being finished already.") }
        defer { state.withLock { $0.isFinishing = false } }
        let output = try await body()
        state.withLock { $0.isFinished = true }
        return output
    }
}
