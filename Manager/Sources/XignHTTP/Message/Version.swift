/// The HTTP versions that are answered: 1.0, and 1.1 with all higher minor versions. Other major versions get 505.
///
/// A connection of version 1.0 carries one request, and its answer is never chunked. The answer's status line says
/// HTTP/1.1 to both (RFC 9110, section 6.2).
enum Version: Sendable {
    case http10, http11
}
