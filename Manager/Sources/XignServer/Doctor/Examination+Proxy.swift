import OutgoingHTTPS
import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// The reverse proxy: what the running manager sees of a request that came through it.
extension Examination {
    /// An answer of `ExaminationEndpoint`, or of something else.
    enum Answer {
        case view(ExaminationEndpoint.View, from: RemoteAddress?)
        case status(Int)

        var status: Int {
            switch self {
            case .view: 200
            case .status(let status): status
            }
        }
    }

    /// Asks the manager behind an origin what it sees.
    /// - Parameter forged: a value of X-Forwarded-For, as a client might send it.
    func ask(
        at origin: ManagerOrigin, _ context: Context, _ inspector: Inspector, forged: String? = nil
    ) throws(HTTPSFailure) -> Answer {
        let proof = ExaminationProof(managerSecret: context.database.vault.managerSecret, at: now)
        let question = proof.question()
        let fields =
            ["\(ExaminationEndpoint.header): \(question)"] + (forged.map { ["X-Forwarded-For: \($0)"] } ?? [])
        let answer = try inspector.get("\(origin)\(ExaminationEndpoint.path)", fields: fields)
        guard answer.status == 200,
            let view = try? MessageCoding.decode(ExaminationEndpoint.View.self, from: answer.body),
            proof.isAnswered(question, by: view.proof)
        else { return .status(answer.status == 200 ? 404 : answer.status) }
        return .view(view, from: answer.localAddress)
    }

    mutating func examineProxy(_ context: Context, _ inspector: Inspector) {
        do throws(HTTPSFailure) {
            guard case .view(let view, let local) = try ask(at: context.issuer, context, inspector) else {
                return fail(
                    .proxy, "the manager at \(context.issuer) does not know this folder's key, or is an older version",
                    "restart the manager, and run doctor with the manager's own data folder")
            }
            guard context.issuer.isSecure else { return ok(.proxy, "none is needed: the issuer is http") }
            // A documentation address (RFC 5737): it is nobody's.
            let forged = "192.0.2.\(Int.random(in: 1...254))"
            if case .view(let deceived, _) = try ask(at: context.issuer, context, inspector, forged: forged),
                deceived.address == forged
            {
                return fail(
                    .proxy, "a client chooses the address that the manager takes for its own",
                    "let the proxy set X-Forwarded-For and not pass it on, and list no clients in trustedProxies")
            }
            examine(view, local, context)
        } catch {
            fail(.proxy, "the manager cannot be asked: \(error)", "see the log of the proxy")
        }
    }

    private mutating func examine(_ view: ExaminationEndpoint.View, _ local: RemoteAddress?, _ context: Context) {
        let host = String("\(context.issuer)".dropFirst("https://".count))
        if view.address == "unknown" {
            fail(
                .proxy, "the proxy does not name the client's address, so all clients count as one",
                "let it set X-Forwarded-For to the client's address")
        } else if let forwardedFor = view.forwardedFor, !Self.names(forwardedFor, view.address) {
            fail(
                .proxy, "the manager takes the proxy \(view.address) for the client, so all clients count as one",
                "name it in trustedProxies in manager.yaml, if it is your reverse proxy, and restart the manager")
        } else if view.forwardedFor == nil {
            fail(
                .proxy, "what speaks TLS in front of the manager names no client, so all clients count as one",
                "let it set X-Forwarded-For, and name it in trustedProxies in manager.yaml")
        } else if !view.host.hasSameBytes(as: host) {
            fail(
                .proxy, "the manager gets \(view.host) as the host, not \(host)",
                "let the proxy pass on Host, with the port where there is one")
        } else if view.scheme == nil {
            warn(
                .proxy, "the proxy does not say whether a request came by TLS",
                "let it set X-Forwarded-Proto to https, or to http for a request without TLS")
        } else if let local, RemoteAddress(view.address) == local {
            ok(.proxy, "the manager sees the address of each client")
        } else {
            warn(
                .proxy, "the manager sees this machine as \(view.address), which is not its own address",
                "right behind NAT alone; otherwise let the outermost proxy name the client, and trust all of them")
        }
    }

    /// Returns true if an entry of X-Forwarded-For is an address, with or without brackets and port.
    private static func names(_ forwardedFor: String, _ address: String) -> Bool {
        guard let address = RemoteAddress(address) else { return false }
        return forwardedFor.split(separator: ",").contains { entry in
            let text = entry.filter { $0 != " " }
            if let plain = RemoteAddress(text) { return plain == address }
            let host = text.hasPrefix("[") ? text.dropFirst().prefix { $0 != "]" } : text.prefix { $0 != ":" }
            return RemoteAddress(host) == address
        }
    }
}
