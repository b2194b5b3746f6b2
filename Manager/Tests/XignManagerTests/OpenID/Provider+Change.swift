import Threads
import XignDomain

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// What so many threads get that do the same at once; an error counts as nothing.
func inParallel<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable () throws -> Result
) -> [Result] {
    let results = Locked<(waiting: Int, all: [Result?])>((0, []))
    for index in 0..<count {
        startThread("test-\(index)") {
            // All begin together.
            results.withLock { $0.waiting += 1 }
            results.broadcast()
            results.wait { $0.waiting == count ? () : nil }
            let result = try? body()
            results.withLock { $0.all.append(result) }
            results.broadcast()
        }
    }
    return results.wait { $0.all.count == count ? $0.all : nil }.compactMap { $0 }
}

extension Provider {
    func change(_ service: ServiceID, _ change: @escaping @Sendable (inout Service) -> Void) throws {
        try write { transaction in
            guard var changed = try transaction.services.find(id: service) else { return }
            change(&changed)
            try transaction.services.save(changed)
        }
    }
}
