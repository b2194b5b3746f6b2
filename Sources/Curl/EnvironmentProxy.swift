import Foundation

/// The proxy that libcurl takes from the environment.
enum EnvironmentProxy {
    /// Returns the address of the proxy of a request by `https`; nil where there is none.
    ///
    /// It only tells whose failure an error is: libcurl decides for itself. Where `no_proxy` has networks and the host
    /// is an address, the answer is nil.
    static func address(
        for url: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        func value(_ name: String) -> String? {
            [name, name.uppercased()].compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        guard let proxy = value("https_proxy") ?? value("all_proxy") else { return nil }
        guard let exceptions = value("no_proxy") else { return proxy }
        guard exceptions != "*", let host = URLComponents(string: url)?.host?.lowercased() else { return nil }
        let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
        let isExcepted = exceptions.lowercased().split(whereSeparator: { ", ".contains($0) }).contains { exception in
            let name = exception.drop { $0 == "." }
            return name == host || (isAddress ? name.contains("/") : host.hasSuffix(".\(name)"))
        }
        return isExcepted ? nil : proxy
    }
}
