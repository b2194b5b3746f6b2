import XignHTTP

extension ServerConfiguration {
    /// The limits that the web server keeps by itself.
    mutating func apply(_ limits: Limits) {
        maxConnections = limits.connections
        maxConnectionsPerAddress = limits.connectionsPerNetwork
        requestLimit = limits.queuedRequests
        maxUnfinishedBytes = limits.unfinishedBytes
        exempt = limits.exempt
    }
}

extension EventHub.Limits {
    init(_ limits: Limits) {
        self.init(
            streams: limits.eventStreams, perTopic: limits.eventStreamsPerLogin,
            perClient: limits.eventStreamsPerNetwork, exempt: limits.exempt)
    }
}
