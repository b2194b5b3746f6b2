import Logging
import Metrics
import XignDomain
import XignHTTP

extension ServerConfiguration {
    /// Sets the limits that the web server enforces.
    package mutating func apply(_ limits: Limits) {
        maxConnections = limits.connections
        maxConnectionsPerAddress = limits.connectionsPerNetwork
        requestLimit = limits.queuedRequests
        maxUnfinishedBytes = limits.unfinishedBytes
        exempt = limits.exempt
    }
}

extension EventHub.Limits {
    package init(_ limits: Limits) {
        self.init(
            streams: limits.eventStreams, perTopic: limits.eventStreamsPerLogin,
            perClient: limits.eventStreamsPerNetwork, exempt: limits.exempt)
    }
}

/// Makes a report that counts and logs refusals by the web server, with the limits' names in `manager.yaml`.
package func reportingShortages(_ metrics: Metrics, _ clock: Clock, _ log: Log) -> ShortageReport {
    let connections = RefusalLog(.connections, metrics, clock, log)
    let requests = RefusalLog(.queuedRequests, metrics, clock, log)
    let unfinishedBytes = RefusalLog(.unfinishedBytes, metrics, clock, log)
    let streams = RefusalLog(.eventStreams, metrics, clock, log)
    let streamsPerNetwork = RefusalLog(.eventStreamsPerNetwork, metrics, clock, log)
    return { shortage, network in
        switch shortage {
        case .connections: connections.add(network)
        case .requests: requests.add(network)
        case .unfinishedBytes: unfinishedBytes.add(network)
        case .eventStreams: streams.add(network)
        case .eventStreamsPerClient: streamsPerNetwork.add(network)
        }
    }
}
