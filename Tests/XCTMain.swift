import Testing

/// The program that runs a package's tests. Where it has this file, SwiftPM does not look for tests of XCTest in an
/// index of all sources. The compiler takes a sixth of its time to write that index.
@main
enum XCTMain {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
