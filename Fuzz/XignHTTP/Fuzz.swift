// Feeds the request reader (head, target, Host, bodies by length and in chunks), and with what it accepts the router,
// the readers of fields and forms, and the encoder. The first byte says where the input is cut in two: the pieces must
// give the same as the whole, since where the network cuts must not matter.

import Threads

@testable import XignHTTP

private let limits = HeadLimits()
private let bodyLimit = 300
private let proxies = [TrustedProxies.Field.xForwarded, .forwarded].map {
    TrustedProxies([AddressRange(.loopback)], field: $0)
}
private let encoder = ResponseEncoder(commonHeaders: ServerConfiguration().commonHeaders)

private let router: Router = {
    var router = Router(defaultBodyLimit: bodyLimit)
    router.on(.get, "/a/{name}/c", echo)
    router.on(.post, "/", echo)
    return router
}()

/// Reads all that a handler can read, and answers with it: nothing that came in may break the answer.
private func echo(_ request: Request) throws -> Response {
    for parameter in request.cookies.list { precondition(!parameter.name.isEmpty && !parameter.value.contains(";")) }
    var fields = request.headers.fields.map { HeaderField("X-" + $0.name, $0.value) }
    if let authorization = try request.authorization() {
        precondition(authorization.bearerToken == nil || authorization.basic == nil)
        if let basic = authorization.basic { precondition(!basic.user.contains(":")) }
    }
    fields += request.query.list.map { HeaderField($0.name, $0.value) }
    let form = try? request.form()
    fields += form?.list.map { HeaderField($0.name, $0.value) } ?? []
    for parameter in form?.list ?? [] {
        let event = Event(parameter.value, name: parameter.name, id: parameter.name).encoded
        precondition(event.suffix(2) == [10, 10] && event.dropLast().firstRange(of: [10, 10]) == nil)
        _ = try? Cookie(parameter.name, parameter.value, path: parameter.value)
    }
    return Response(headers: fields, body: request.body)
}

private struct Outcome: Equatable {
    var bodies: [[UInt8]] = []
    var status = 0
    var left = 0
}

private func read(_ pieces: [ArraySlice<UInt8>], answering: Bool = false) -> Outcome {
    var reader = RequestReader<RouteMatch>()
    var buffer: [UInt8] = []
    var outcome = Outcome()
    do throws(HTTPError) {
        for piece in pieces {
            buffer += piece
            while true {
                _ = reader.isHead(buffer.span)
                let (result, consumed) = try reader.read(buffer.span, limits: limits) { head in
                    check(head)
                    let match = router.match(head.method, head.target, host: head.host)
                    return .init(admission: match, bodyLimit: match.route.bodyLimit, wantsBody: true)
                }
                precondition(consumed <= buffer.count)
                buffer.removeFirst(consumed)
                guard case .complete(let incoming) = result else { break }
                precondition(incoming.body.count <= bodyLimit)
                outcome.bodies.append(incoming.body)
                if answering { answer(incoming) }
            }
        }
        outcome.left = buffer.count
    } catch {
        precondition((400...505).contains(error.status.code))
        outcome.status = error.status.code
    }
    return outcome
}

private func check(_ head: RequestHead) {
    precondition(head.version == .http10 || !head.host.isEmpty && head.headers.count >= 1)
    precondition(head.headers.count <= limits.fieldCount && (head.version == .http11 || head.closes))
    precondition(head.version == .http11 || head.framing != .chunked)
    precondition(!head.target.segments.contains { $0 == "." || $0 == ".." || $0.utf8.contains { $0 < 0x20 } })
    precondition(head.target.path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "?") })
}

private func answer(_ incoming: RequestReader<RouteMatch>.Incoming) {
    for proxy in proxies {
        let client = proxy.client(.loopback, incoming.head.headers).address
        precondition(client != .local && !client.networks.map(\.description).contains(""), "a client without a network")
    }
    var request = Request(
        incoming.head, body: incoming.body, from: proxies[0].client(.loopback, incoming.head.headers))
    incoming.admission.complete(&request)
    precondition(!request.route.isEmpty && !"\(request)".isEmpty)
    let response = encoder.checked(
        runOnThisThread { [request] in await router.respond(to: request, by: incoming.admission.route) })
    let isHead = request.method == .head
    let bytes = encoder.encode(response, isHead: isHead, version: incoming.head.version, closes: incoming.head.closes)
    guard let end = bytes.firstRange(of: [13, 10, 13, 10]) else { preconditionFailure("no head") }
    let rest = bytes[end.upperBound...]
    precondition(rest.elementsEqual(isHead || !response.status.allowsBody ? [] : response.bytes), "a split answer")
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let input = bytes.dropFirst()
    let whole = read([input], answering: true)
    let cut = input.startIndex + Int(first) * input.count / 256
    precondition(whole == read([input[..<cut], input[cut...]]), "cut in two")
    if input.count < 400 {
        precondition(whole == read(input.indices.map { input[$0...$0] }), "single bytes")
    }
    return 0
}
