/// What there was not enough of for a client.
public enum Shortage: Sendable {
    case connections, requests, unfinishedBytes
    /// Of all event streams: the oldest one of the network that has most of them was ended.
    case eventStreams
    case eventStreamsPerClient
}

/// Is told of each client that was refused for a shortage, by its narrowest network, on whichever thread: it must not
/// block, and merge what it logs.
public typealias ShortageReport = @Sendable (Shortage, ClientNetwork) -> Void
