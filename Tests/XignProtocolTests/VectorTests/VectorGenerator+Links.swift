import Testing

@testable import XignProtocol

extension VectorGenerator {
    static func origins() -> [OriginVector] {
        let loopback = ["http://localhost:443", "https://localhost:80", "http://[::1]", "https://[::1]:8443"]
        let lengths = [
            "https://" + String(repeating: "a", count: 63) + ".example", "https://" + host(byteCount: 192),
            "https://" + host(byteCount: 193),
        ]
        let texts = ManagerOriginTests.accepted.map { $0.text } + loopback + lengths + ManagerOriginTests.refused
        return texts.map { OriginVector(text: $0, idm: ManagerOrigin($0)?.idmIdentifier) }
    }

    private static func host(byteCount: Int) -> String {
        let labels = (byteCount - 1) / 2
        return String(repeating: "a.", count: labels) + String(repeating: "b", count: byteCount - 2 * labels)
    }

    static func links() -> [LinkVector] {
        let pid = InitializationLinkTests.data.text
        let processes: [InitializationPayload.Process] = [
            .personalization(Sample.activation), .authenticationByQRCode(Sample.session),
            .authenticationByLink(Sample.session), .transactionByQRCode(Sample.session),
            .transactionByLink(Sample.session),
        ]
        let pids = processes.map { InitializationPayload($0, secret: Sample.secret, origin: Sample.origin).text }
        let app = "https://app.login.example.org"
        let spoiled = spoiledPids()
        var texts = pids + spoiled
        for pid in pids { texts += ["\(app)/a#\(pid)", "acme-login://a#\(pid)"] }
        for pid in spoiled { texts.append("\(app)/a#\(pid)") }
        for prefix in InitializationLinkTests.refusedPrefixes { texts.append(prefix + pid) }
        for end in ["#", "&x=1", "/", "?", " ", "\n"] { texts.append("\(app)/a#\(pid)\(end)") }
        texts += [
            "\(app)/a?utm_source=mail#\(pid)", "xign://a?x#\(pid)", " \(app)/a#\(pid)\n", "\(app)/a", "\(app)/a#",
            "\(app)/a#\(pid.dropLast(20))", "\(app)/a#\(pid.prefix(40))\n\(pid.dropFirst(40))", "<\(app)/a#\(pid)>",
            "\(app)/a#\(pid).", "https://redirect.example/?url=https%3A%2F%2Fapp.login.example.org%2Fa%23\(pid)",
            "https://redirect.example/?url=\(app)/a#\(pid)",
        ]
        return texts.map(link)
    }

    private static func spoiledPids() -> [String] {
        func pid(_ head: [UInt8], count: Int = 32, _ origin: [UInt8] = Sample.origin.description.octets) -> String {
            Base64URL.encode(head + [UInt8](repeating: 0x55, count: count) + origin)
        }
        let good = pid([1, 2])
        let unknown = [
            pid([1, 0]), pid([1, 6]), pid([1, 255]), pid([0, 2]), pid([2, 2]), pid([0, 4]), pid([2, 5]),
        ]
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: 256 - 34)
        let lengths = [
            "", pid([1, 2], count: 31, []), pid([1, 2], []), pid([1, 2], long), pid([1, 2], long + [0x61]),
        ]
        let spelling = [good + "=", " " + good, good + "\n", String(good.dropLast()) + "!", good + "A"]
        let origins = InitializationPayloadTests.refusedOrigins.map { pid([1, 2], $0.octets) }
        return unknown + lengths + spelling + origins + [pid([1, 2], "https://a".octets + [0xFF])]
    }

    static func link(_ text: String) -> LinkVector {
        do throws(InitializationPayload.ParsingError) {
            let link = try InitializationLink(parsing: text)
            var vector = LinkVector(text: text)
            switch link.source {
            case .bare: vector.form = "bare"
            case .appLink(let origin): (vector.form, vector.appLinkOrigin) = ("appLink", origin.description)
            case .deepLink(let scheme): (vector.form, vector.scheme) = ("deepLink", scheme)
            }
            switch link.data.process {
            case .personalization(let id): (vector.kind, vector.id) = (1, Octets(id.bytes))
            case .authenticationByQRCode(let id): (vector.kind, vector.id) = (2, Octets(id.bytes))
            case .authenticationByLink(let id): (vector.kind, vector.id) = (3, Octets(id.bytes))
            case .transactionByQRCode(let id): (vector.kind, vector.id) = (4, Octets(id.bytes))
            case .transactionByLink(let id): (vector.kind, vector.id) = (5, Octets(id.bytes))
            }
            vector.secret = Octets(link.data.secret.bytes)
            vector.origin = link.data.origin.description
            return vector
        } catch {
            return LinkVector(text: text, refusal: "\(error)")
        }
    }
}
