import Dispatch
import Foundation
import Terminal

/// Sends the person back to the browser on this device that a login began in.
struct ReturnToBrowser {
    /// The variables that say where a browser can be shown.
    static let variables = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"]
    /// Browsers that were not running yet stay in the foreground.
    private static let patience = DispatchTimeInterval.seconds(5)

    let environment: [String: String]

    init(environment: [String: String] = ProcessInfo.processInfo.environment) { self.environment = environment }

    /// Opens the address, which the SDK made: it leads to the manager. No shell ever reads it.
    ///
    /// - Returns: whether a browser has it. Where not, the person must open it.
    func open(_ address: URL) -> Bool {
        guard address.scheme == "https" || address.scheme == "http", let opener else { return false }
        let process = Process()
        process.executableURL = opener
        process.arguments = [address.absoluteString]
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        do { try process.run() } catch { return false }
        return ended.wait(timeout: .now() + Self.patience) == .timedOut || process.terminationStatus == 0
    }

    /// The desktop's program that knows the person's browser.
    private var opener: URL? {
        #if os(macOS)
            return URL(filePath: "/usr/bin/open")
        #else
            guard Self.variables.contains(where: { environment[$0].map { !$0.isEmpty } ?? false }) else { return nil }
            // An empty entry would be the present folder, where anybody may have put a program.
            let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
            return folders.map { "\($0)/xdg-open" }.first { FileManager.default.isExecutableFile(atPath: $0) }.map {
                URL(filePath: $0)
            }
        #endif
    }
}
