import Synchronization
internal import XignCrypto
internal import XignProtocol

/// An activation that the user is about to confirm. Instances may be used from any thread.
///
/// Source: XignSys SDK documentation, "Personalization"; `docs/protocol.md`, section 4.
public final class PersonalizationRequest: Sendable {
    /// The manager's identifier.
    public let idmIdentifier: String
    /// The user name of the account.
    public let userName: String
    /// The organization that invited the user, if there is one.
    public let organizationInformation: OrganizationInformation?
    /// The service to which the user was invited, if there is one.
    public let serviceInformation: ServiceInformation?
    /// True if the activation PIN was assigned by others, so that the user must set a new PIN.
    public let newPinRequired: Bool
    /// The place for a new PIN. If none is required and none is set, the activation PIN remains the PIN.
    public let pinSpecification: PinSpecification
    /// The factors that the activation must have.
    public let requiredAuthenticators: Set<AuthenticatorType>
    /// The factors that the activation may also have.
    public let optionalAuthenticators: Set<AuthenticatorType>
    /// The number of wrong activation PINs before this one. Show it: more than the user remembers are an alarm.
    public let wrongPinAttempts: Int

    let activationId: ActivationID
    /// The hash that identifies this attempt, on the device and at the manager.
    let openTokenHash: SecretOctets
    let opened: Open.Personalize
    let activationPin: PIN

    private struct State {
        var alias: String
        var isFinishing = false
        var isFinished = false
        /// The public PIN keys that were sent, in memory only.
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

    /// The name of the activation, by which the user tells devices apart: at most 256 bytes.
    ///
    /// Preset to the name that was typed when the activation was made, on the manager's page or on another device;
    /// otherwise to the host name.
    public var alias: String {
        get { state.withLock { $0.alias } }
        set { state.withLock { $0.alias = newValue } }
    }

    /// Records the PIN key that is about to be sent, in memory only.
    func willSend(_ pinKey: FactorPublicKey) {
        state.withLock { _ = $0.sentPinKeys.insert(pinKey.rawRepresentation) }
    }

    /// Returns true if no other PIN key was ever sent. If the manager has keys of this attempt, they belong to this PIN
    /// then.
    func hasSentOnly(_ pinKey: FactorPublicKey) -> Bool {
        state.withLock { $0.sentPinKeys.allSatisfy { $0 == pinKey.rawRepresentation } }
    }

    /// True if the app knows that this attempt has succeeded.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Runs `body`, and refuses concurrent calls.
    func finishing<Output>(_ body: () async throws -> Output) async throws -> Output {
        let isAlready = state.withLock { state in
            defer { state.isFinishing = true }
            return state.isFinishing
        }
        guard !isAlready else { throw XignSdkError(.wrongOrder, "Another call is finishing this personalization.") }
        defer { state.withLock { $0.isFinishing = false } }
        let output = try await body()
        state.withLock { $0.isFinished = true }
        return output
    }
}
