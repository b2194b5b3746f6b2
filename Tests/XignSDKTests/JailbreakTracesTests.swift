import Testing

@testable import XignSDK

struct JailbreakTracesTests {
    @Test("traces of jailbreaks", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a library that redirects functions is recognized by its name", hookingLibrary,
            each: [
                "/usr/lib/frida/frida-agent.dylib", "/private/var/containers/App.app/Frameworks/FridaGadget.dylib",
                "/Library/MobileSubstrate/MobileSubstrate.dylib", "/usr/lib/libhooker.dylib",
                "/var/jb/usr/lib/libellekit.dylib",
                "/Library/MobileSubstrate/DynamicLibraries/SSLKillSwitch2.dylib", "/usr/lib/systemhook.dylib",
                "/usr/lib/substitute-inserter.dylib",
            ]),
        TestCase(
            "a library of the system or the app is none, whatever its folders are called", otherLibrary,
            each: [
                "/usr/lib/libSystem.B.dylib", "/System/Library/Frameworks/Security.framework/Security",
                "/Users/ada/frida/MyApp.app/Contents/MacOS/MyApp", "/usr/lib/swift/libswiftCore.dylib", "",
            ]),
    ]

    func hookingLibrary(_ path: String) {
        #expect(JailbreakTraces.isHookingLibrary(path))
    }

    func otherLibrary(_ path: String) {
        #expect(!JailbreakTraces.isHookingLibrary(path))
    }
}
