import OutgoingHTTPS
import XignDomain
import XignProtocol
import XignUseCases
import XignWeb

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The addresses, as browsers and devices reach them.
extension Examination {
    private static let discoveryPath = "/.well-known/openid-configuration"
    private static let urgentDays: Int64 = 7
    private static let earlyDays: Int64 = 21
    /// The shortest time for which browsers must remember to use TLS alone: a year.
    private static let hstsSeconds: Int64 = 31_536_000

    mutating func examineNetwork(_ context: Context, _ configuration: Configuration, _ authorities: [UInt8]?) {
        let inspector = Inspector(authorities: authorities)
        let issuer = context.issuer
        let answer: InspectedAnswer
        do throws(HTTPSFailure) { answer = try inspector.get("\(issuer)\(Self.discoveryPath)") } catch {
            return fail(
                .issuer, "\(issuer) does not answer from here: \(error)",
                "correct the name, the certificate or the proxy; --ca-file names a private authority, --offline skips this"
            )
        }
        guard examineIdentity(answer, context, inspector) else { return }
        examineTransport(answer, context, inspector)
        examineClock(answer)
        examineAppLinks(context, inspector)
        do { try examineOrigins(context, configuration, inspector) } catch {
            fail(.configuration, explanation(of: error), "correct manager.yaml")
        }
        examineProxy(context, inspector)
    }

    // MARK: Identity

    private struct Discovery: Decodable { let issuer: String }

    /// - Returns: true if this manager answers.
    private mutating func examineIdentity(
        _ answer: InspectedAnswer, _ context: Context, _ inspector: Inspector
    ) -> Bool {
        let issuer = context.issuer
        guard answer.status == 200, let discovery = try? JSONDecoder().decode(Discovery.self, from: Data(answer.body))
        else {
            let advice =
                switch answer.status {
                case 403: "let the proxy set X-Forwarded-Proto to https"
                case 502, 503, 504: "start the manager, and compare its port with that of the proxy"
                default: "let the proxy pass on all paths, with the name in Host, and redirect none of them"
                }
            fail(
                .issuer, "\(issuer)\(Self.discoveryPath) answers with status \(answer.status) or not as a manager",
                advice)
            return false
        }
        guard discovery.issuer.hasSameBytes(as: issuer.description) else {
            fail(.issuer, "another issuer answers at \(issuer)", "let the name and the proxy lead to this manager")
            return false
        }
        let newest = context.keys.material
        let url = "\(issuer)/.well-known/xign/key-material?after=\(newest.material.sequence - 1)"
        do {
            let published = try inspector.get(url)
            let known = try context.keys.documents(after: newest.material.sequence - 1)
            let expected = [UInt8(ascii: "[")] + known.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
            guard published.status == 200, published.body == expected else {
                fail(
                    .issuer, "the key material at \(issuer) is not that of this database",
                    "let the name and the proxy lead to this manager, let nothing cache this path, and serve this database"
                )
                return false
            }
        } catch {
            fail(.issuer, "the key material at \(issuer) cannot be read: \(error)", "see the log of the proxy")
            return false
        }
        ok(.issuer, "\(issuer) answers with this manager's keys")
        return true
    }

    // MARK: TLS

    private mutating func examineTransport(_ answer: InspectedAnswer, _ context: Context, _ inspector: Inspector) {
        guard context.issuer.isSecure else { return }
        examineCertificate(answer, of: context.issuer)
        if (try? inspector.get("\(context.issuer)\(Self.discoveryPath)", needsTLS13: true)) == nil {
            warn(.tls, "\(context.issuer) does not speak TLS 1.3", "switch it on at the proxy")
        } else {
            ok(.tls, "\(context.issuer) speaks TLS 1.3")
        }
        let policies = answer.all("strict-transport-security")
        let seconds = policies.first.flatMap(Self.maximumAge)
        if policies.count == 1, let seconds, seconds >= Self.hstsSeconds {
            ok(.hsts, "browsers use TLS alone for \(Self.words(seconds))")
        } else {
            warn(
                .hsts,
                policies.count > 1
                    ? "Strict-Transport-Security is there twice" : "browsers are not told to use TLS alone",
                "let the proxy pass on Strict-Transport-Security as the manager sends it, and add none")
        }
    }

    /// Reads `max-age` of Strict-Transport-Security (RFC 6797, section 6.1.1); nil without one.
    static func maximumAge(_ policy: String) -> Int64? {
        policy.split(separator: ";").lazy.compactMap { directive in
            let parts = directive.split(separator: "=", maxSplits: 1).map { $0.filter { !" \t\"".contains($0) } }
            return parts.count == 2 && parts[0].lowercased() == "max-age" ? Int64(parts[1]) : nil
        }.first
    }

    private mutating func examineCertificate(_ answer: InspectedAnswer, of origin: ManagerOrigin) {
        guard let end = answer.certificateEnd else {
            return warn(.certificate, "the end of the certificate of \(origin) is not known", "look at it yourself")
        }
        let days = (end - now.seconds) / 86_400
        let text = "the certificate of \(origin) is valid for \(days) days"
        let advice = "renew it, and find out why that did not happen by itself"
        if days < Self.urgentDays {
            fail(.certificate, text, advice)
        } else if days < Self.earlyDays {
            warn(.certificate, text, advice)
        } else {
            ok(.certificate, text)
        }
    }

    private mutating func examineClock(_ answer: InspectedAnswer) {
        guard let date = answer.date else { return }
        let difference = abs(date - now.seconds)
        if difference > Timestamp.clockTolerance {
            fail(
                .clock, "the clock behind the issuer's address differs by \(difference) seconds",
                "keep the clocks of all machines by NTP")
        }
    }

    // MARK: Other origins

    private mutating func examineAppLinks(_ context: Context, _ inspector: Inspector) {
        for origin in context.appLinkOrigins where origin.host != context.issuer.host {
            do throws(HTTPSFailure) {
                let page = try inspector.get("\(origin)/a")
                let other = try inspector.get("\(origin)\(Self.discoveryPath)")
                if page.status != 200 {
                    fail(
                        .appLinks, "\(origin)/a answers with status \(page.status)", "let the name lead to the manager")
                } else if other.status != 404 {
                    fail(
                        .appLinks, "\(origin) serves more than App-Links, so their host is not known to the manager",
                        "let the proxy pass on the name in Host")
                } else {
                    ok(.appLinks, "\(origin) answers App-Links, and nothing else")
                }
                if origin.isSecure { examineCertificate(page, of: origin) }
            } catch {
                fail(
                    .appLinks, "\(origin) does not answer from here: \(error)",
                    "QR codes and invitations lead there: correct the name, the certificate or the proxy")
            }
        }
    }

    private mutating func examineOrigins(
        _ context: Context, _ configuration: Configuration, _ inspector: Inspector
    ) throws {
        let served = try configuration.servedSurfaces()
        for site in served.sites(issuer: context.issuer) where !site.isIssuer {
            do throws(HTTPSFailure) {
                let answer = try ask(at: site.origin, context, inspector)
                if site.origin.isSecure { examineCertificate(try inspector.get("\(site.origin)/"), of: site.origin) }
                if case .view(let view, _) = answer, view.host.hasSameBytes(as: site.host) {
                    ok(.origins, "\(site.origin) leads to this manager")
                } else if answer.status == 404, !served.networks.isEmpty {
                    warn(
                        .origins, "\(site.origin) is hidden from this machine, or is not this manager",
                        "run doctor from a network that console.networks names")
                } else {
                    fail(
                        .origins, "\(site.origin) does not lead to this manager",
                        "let the proxy pass on the name in Host")
                }
            } catch {
                fail(
                    .origins, "\(site.origin) does not answer from here: \(error)",
                    "correct the name, the certificate or the proxy")
            }
        }
    }
}
