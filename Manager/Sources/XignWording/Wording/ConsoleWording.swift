/// The console: everything that administrators and auditors see and do.
package protocol ConsoleWording: Sendable {
    var layout: any ConsoleLayoutWording { get }
}
