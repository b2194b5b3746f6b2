/// The values that all connections, transactions and threads of an open database share.
struct EngineContext: Sendable {
    let vault: Vault
    let counters = Counters()
    let nesting = NestingGuard()
    let observers = Observers()
}
