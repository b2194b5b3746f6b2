// A fuzzer of the texts that an authenticator scans or is opened with: App-Links, Deep-Links, bare pids, origins and
// base64url.
// The first byte selects the kind of the rest. Accepted input has one spelling: written again, it is the same text.

@testable import XignProtocol

/// Checks a text in any of the three forms of a pid.
private func checkLink(_ text: String) {
    let link: InitializationLink
    do throws(InitializationPayload.ParsingError) { link = try InitializationLink(parsing: text) } catch {
        let isDamaged = [.linkIncomplete, .linkWrapped, .linkExtended, .linkEmbedded].contains(error)
        precondition(!isDamaged || text.utf8.count > 1, "a link that was changed on its way, of nothing")
        return
    }
    check(link.data)
    let again =
        switch link.source {
        case .bare: link.data.text
        case .appLink(let origin): InitializationLink.appLink(link.data, at: origin)
        case .deepLink(let scheme): "\(scheme)://a#\(link.data.text)"
        }
    // White space around a link, and a query in it, mean nothing.
    let plain = String(CanonicalText.trimmed(text))
    let hash = plain.unicodeScalars.firstIndex(of: "#") ?? plain.endIndex
    let address = plain[..<hash].unicodeScalars.prefix { $0 != "?" }
    let written = link.source == .bare ? plain : String(address) + String(plain[hash...])
    precondition(again.hasSameBytes(as: written), "two spellings of one link")
    if case .deepLink(let scheme) = link.source {
        precondition(
            scheme != "https" && scheme != "http" && isASCII(scheme, "abcdefghijklmnopqrstuvwxyz0123456789+-."))
    }
    precondition((try? InitializationLink(parsing: again)) == link)
}

/// Checks the bytes of a pid, so that a mutation need not be valid base64url.
private func checkBytes(_ bytes: [UInt8]) {
    let text = Base64URL.encode(bytes)
    do throws(InitializationPayload.ParsingError) {
        let data = try InitializationPayload(parsing: text)
        check(data)
        precondition(data.text.hasSameBytes(as: text), "two spellings of one pid")
        precondition(bytes[0] == 1 && (1...5).contains(bytes[1]) && (35...256).contains(bytes.count))
    } catch {
        let isKnown = bytes.count >= 2 && bytes[0] == 1 && (1...5).contains(bytes[1])
        precondition(error != .invalidOrigin || isKnown, "an error that blames what comes later")
    }
}

private func check(_ data: InitializationPayload) {
    precondition(data.secret.bytes.count == 16 && !"\(data)".contains(Base64URL.encode(data.secret.bytes)))
    check(data.origin)
}

private func checkOrigin(_ text: String) {
    guard let origin = ManagerOrigin(text) else { return }
    precondition(origin.description.hasSameBytes(as: text))
    check(origin)
}

/// Checks the documented properties of an origin, and composes it again from its parts.
private func check(_ origin: ManagerOrigin) {
    let text = origin.description
    precondition(isASCII(text, "abcdefghijklmnopqrstuvwxyz0123456789:/.-[]") && text.utf8.count <= 200)
    let isLoopback = ["localhost", "127.0.0.1", "::1"].contains(origin.host)
    precondition(origin.isSecure || isLoopback, "http beyond this machine")
    let host = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
    let scheme = origin.isSecure ? "https" : "http"
    let port = origin.port == (origin.isSecure ? 443 : 80) ? "" : ":\(origin.port)"
    precondition("\(scheme)://\(host)\(port)".hasSameBytes(as: text), "an origin with a second name")
    precondition((1...65535).contains(origin.port))
    precondition(origin.idmIdentifier.hasSameBytes(as: origin.port == 443 ? host : "\(host):\(origin.port)"))
}

private func checkBase64URL(_ bytes: [UInt8]) {
    precondition(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    guard let decoded = Base64URL.decode(text) else { return }
    precondition(Base64URL.encode(decoded).hasSameBytes(as: text), "two spellings of the same bytes")
    precondition(Identifier<SessionKind>(text: text)?.description == (decoded.count == 16 ? text : nil))
}

private func isASCII(_ text: String, _ alphabet: String) -> Bool { text.utf8.allSatisfy(alphabet.utf8.contains) }

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    switch first {
    case UInt8(ascii: "l"): checkLink(String(decoding: rest, as: UTF8.self))
    case UInt8(ascii: "p"): checkBytes(rest)
    case UInt8(ascii: "o"): checkOrigin(String(decoding: rest, as: UTF8.self))
    case UInt8(ascii: "b"): checkBase64URL(rest)
    default: break
    }
    return 0
}
