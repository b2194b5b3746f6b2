import Foundation

/// Traces of jailbreaks and of hooking tools on Apple's systems. `SecuritySignals+Apple.swift` looks for them.
///
/// Left out is what also occurs on devices that nobody has manipulated, such as `/bin/bash`, which a Mac and the
/// simulator have.
enum JailbreakTraces {
    /// Files and folders of package managers and loaders that a jailbreak installs.
    static let paths = [
        "/Applications/Cydia.app", "/Applications/Filza.app", "/Applications/Sileo.app", "/Applications/Zebra.app",
        "/Library/Frameworks/CydiaSubstrate.framework", "/Library/MobileSubstrate/MobileSubstrate.dylib",
        "/Library/MobileSubstrate/DynamicLibraries", "/private/var/lib/apt", "/private/var/lib/cydia",
        "/private/var/stash", "/usr/lib/TweakInject", "/usr/lib/libhooker.dylib",
        "/usr/lib/libjailbreak.dylib", "/usr/lib/libsubstitute.dylib", "/var/LIB", "/var/binpack", "/var/jb",
    ]

    /// Folders that a jailbreak moves to the larger volume, and replaces by symbolic links.
    static let linkedFolders = ["/Applications", "/Library/Ringtones", "/Library/Wallpaper", "/usr/share"]

    /// A file that no app may write, since it is outside of its sandbox.
    ///
    /// - Parameter name: a name that no other file has.
    static func forbiddenFile(name: String) -> String { "/private/\(name)" }

    /// Parts of the names of libraries that redirect functions.
    private static let hookingLibraries = [
        "cycript", "ellekit", "frida", "libhooker", "libjailbreak", "libsubstitute", "mobilesubstrate", "sslkillswitch",
        "substitute-", "substrate", "systemhook", "tweakinject",
    ]

    /// Returns true if a loaded library is one that redirects functions.
    ///
    /// Only the file's own name counts: the user chooses the names of folders on a Mac.
    ///
    /// - Parameter path: the path of the library's file.
    static func isHookingLibrary(_ path: String) -> Bool {
        let name = (path.split(separator: "/").last ?? "").lowercased()
        return hookingLibraries.contains { name.contains($0) }
    }
}
