import Foundation
import Synchronization
import XignCrypto
import XignHTTP
import XignManager
import XignProtocol
import XignSDK

/// What an app does for a login, from the code to the result, with the SDK. The manager is a function call away, and its time
/// is taken off. Each flow's time is the median, by the wall clock.
enum DeviceParts {
    private static let pin = "735198"

    static func measure(_ site: Site, logins: Int) throws -> [Part] {
        let manager = try LocalManager(site)
        defer { manager.close() }
        let transport = LocalTransport(manager.router)
        let device = try activated(site, manager, transport)
        var times = [[Double]](repeating: [], count: flows.count)
        for _ in 0..<logins {
            let flow = try logIn(device, site, manager, transport)
            for (index, nanoseconds) in flow.enumerated() { times[index].append(Double(nanoseconds)) }
        }
        return zip(flows, times).map { Part(name: $0, nanoseconds: Percentiles($1).at(0.5)) }
    }

    private static let flows = [
        "SDK: start", "SDK: prepare", "SDK: sign with the device", "SDK: stretch the PIN and sign with it",
        "SDK: finish",
    ]

    private static func logIn(
        _ device: XignSdk, _ site: Site, _ manager: LocalManager, _ transport: LocalTransport
    ) throws -> [Int64] {
        let link = try link(of: site, manager)
        guard
            case .authentication(let data) = try device.xignCommon.parseProcessInitializationDataSynchronous(
                data: link, source: .scanned)
        else { throw BenchError("the code is none of a login") }
        var times: [Int64] = []
        func timing<Result>(_ body: () throws -> Result) rethrows -> Result {
            let (begin, elsewhere) = (Nanoseconds.monotonic(), transport.nanoseconds)
            let result = try body()
            times.append(Nanoseconds.monotonic() - begin - (transport.nanoseconds - elsewhere))
            return result
        }
        let authenticator = device.authenticator
        let request = try timing { try authenticator.startAuthenticationSynchronous(data: data) }
        guard
            case .success(let information) = try timing({
                try authenticator.prepareAuthenticationUserInformationSynchronous(request: request)
            })
        else { throw BenchError("nothing was asked for, and something was refused") }
        try timing { try information.sign(factor: DeviceFactor()) }
        try timing { try information.sign(factor: PinFactor(pin)) }
        guard
            case .userLogin = try timing({
                try authenticator.finishAuthenticationSynchronous(userInfo: information)
            })
        else { throw BenchError("not logged in") }
        return times
    }

    /// What the camera reads from a login page.
    private static func link(of site: Site, _ manager: LocalManager) throws -> String {
        let wire = LocalWire(manager)
        let begun = try wire.exchange(
            .get(.authorize, site.target.authorizationPath(verifier: Base64URL.encode(SecureRandom.bytes(count: 32)))))
        guard let path = begun.location, let cookie = begun.cookie else { throw BenchError("no login page") }
        let code = try ShownCode(on: try wire.exchange(.get(.page, path, [("Cookie", cookie)])))
        return InitializationLink.appLink(
            InitializationPayload(
                .authenticationByQRCode(code.session), secret: code.secret, origin: site.target.issuer),
            at: manager.manager.appLinkOrigin)
    }

    private static func activated(
        _ site: Site, _ manager: LocalManager, _ transport: LocalTransport
    ) throws -> XignSdk {
        let folder = URL(filePath: site.folder).appending(path: "device-\(UUID().uuidString)")
        let configuration = try XignSdkConfig.Builder()
            .addKeyMaterial(Data(manager.manager.keys.material.serialized)).setStorageLocation(folder)
            .setKeyStore(FileKeyStore(folder: folder.appending(path: "keys"))).setTransport(transport).build()
        let device = try XignSdk(configuration)
        guard let activationPIN = PIN("20481632") else { throw BenchError("no PIN") }
        let issued = try manager.manager.issueActivation(userName: folder.lastPathComponent, pin: activationPIN)
        let clientID = site.target.clientID
        try manager.manager.database.write { transaction in
            guard let service = try transaction.services.find(id: clientID) else { return }
            try transaction.organizations.add(account: issued.account.id, to: service.organizationID)
        }
        guard
            case .personalization(let data) = try device.xignCommon.parseProcessInitializationDataSynchronous(
                data: issued.link, source: .scanned),
            case .personalize(let request) = try device.personalizer
                .decryptPersonalizationInitializationDataSynchronous(
                    data: data, pin: "20481632"), request.pinSpecification.setPin(pin) == .valid
        else { throw BenchError("the device cannot be activated") }
        _ = try device.personalizer.finishPersonalizationSynchronous(request: request)
        return device
    }
}

/// The SDK's way to a manager in this process.
private final class LocalTransport: Transport {
    private let router: Router
    private let spent = Mutex<Int64>(0)

    init(_ router: Router) { self.router = router }

    /// How long the manager has taken so far.
    var nanoseconds: Int64 { spent.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let begin = Nanoseconds.monotonic()
        let answer = router.respond(
            to: try Request(
                request.method == "POST" ? .post : .get, request.url.path(),
                headers: request.headers.map { HeaderField($0.name, $0.value) }, body: [UInt8](request.body ?? Data())))
        let response = HTTPResponse(
            status: answer.status.code,
            headers: Dictionary(
                answer.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { "\($0), \($1)" }),
            body: Data(answer.bytes))
        spent.withLock { $0 += Nanoseconds.monotonic() - begin }
        return response
    }
}
