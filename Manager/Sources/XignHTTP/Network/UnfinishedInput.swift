/// A connection's part of the memory for requests that have not arrived completely.
struct UnfinishedInput {
    /// A request of this size is kept even where the share is used up, so that small ones may arrive in pieces.
    static let freeBytes = 4096

    private let share: FairShare
    private var held = 0
    private var holder: RemoteAddress  // the client that they are counted for

    init(_ share: FairShare, for client: RemoteAddress) { (self.share, holder) = (share, client) }

    /// Counts the bytes that are kept at the moment, in place of those before.
    ///
    /// - Returns: False where the client's networks have their share.
    mutating func hold(_ bytes: Int, for client: RemoteAddress) -> Bool {
        if client != holder || bytes < held { release() }
        guard bytes > held else { return true }
        holder = client
        guard share.take(bytes - held, for: client) else { return bytes <= Self.freeBytes }
        held = bytes
        return true
    }

    mutating func release() {
        guard held > 0 else { return }
        share.giveBack(held, for: holder)
        held = 0
    }
}
