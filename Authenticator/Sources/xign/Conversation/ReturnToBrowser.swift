import Dispatch
import Foundation
import Terminal

/// The return to the browser on this device in which a login began.
struct ReturnToBrowser {
    /// The environment variables that indicate a display or a browser.
    static let variables = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"]
    /// The time to wait for xdg-open. It stays running if it had to start the browser.
    private static let patience = DispatchTimeInterval.seconds(5)

    let environment: [String: String]

    init(environment: [String: String] = ProcessInfo.processInfo.environment) { self.environment = environment }

    /// Opens a URL in the browser, without a shell.
    ///
    /// - Returns: true if a browser was opened. Otherwise the person must open the URL.
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

    /// The desktop's program that opens URLs in the person's browser.
    private var opener: URL? {
        #if os(macOS)
            return URL(filePath: "/usr/bin/open")
        #else
            guard Self.variables.contains(where: { environment[$0].map { !$0.isEmpty } ?? false }) else { return nil }
            // An empty entry means the current folder, where others may have placed a program.
            let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
            return folders.map { "\($0)/xdg-open" }.first { FileManager.default.isExecutableFile(atPath: $0) }.map {
                URL(filePath: $0)
            }
        #endif
    }
}
