/// A resource that was not sufficient for a client.
public enum Shortage: Sendable {
    case connections, requests, unfinishedBytes
    /// All event streams are open: the oldest one of the network with the most was ended.
    case eventStreams
    case eventStreamsPerClient
}

/// Reports a client that was refused for a shortage, by its narrowest network. It is called on any thread for each
/// refusal, so it must not block, and it should merge its log lines.
public typealias ShortageReport = @Sendable (Shortage, ClientNetwork) -> Void
