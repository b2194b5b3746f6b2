import Testing

@testable import XignSDK

@Suite("traces of jailbreaks")
struct JailbreakTracesTests {
    @Test(
        "a library that redirects functions is recognized by its name",
        arguments: [
            "/usr/lib/frida/frida-agent.dylib", "/private/var/containers/App.app/Frameworks/FridaGadget.dylib",
            "/Library/MobileSubstrate/MobileSubstrate.dylib", "/usr/lib/libhooker.dylib",
            "/var/jb/usr/lib/libellekit.dylib",
            "/Library/MobileSubstrate/DynamicLibraries/SSLKillSwitch2.dylib", "/usr/lib/systemhook.dylib",
            "/usr/lib/substitute-inserter.dylib",
        ])
    func hookingLibrary(_ path: String) {
        #expect(JailbreakTraces.isHookingLibrary(path))
    }

    @Test(
        "a library of the system or the app is none, whatever its folders are called",
        arguments: [
            "/usr/lib/libSystem.B.dylib", "/System/Library/Frameworks/Security.framework/Security",
            "/Users/ada/frida/MyApp.app/Contents/MacOS/MyApp", "/usr/lib/swift/libswiftCore.dylib", "",
        ])
    func otherLibrary(_ path: String) {
        #expect(!JailbreakTraces.isHookingLibrary(path))
    }
}
