// swift-tools-version: 6.2
import PackageDescription

/// Every target is checked as strictly as the compiler can.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// For modules over C: unsafe Swift must be marked where it stands.
let strictOverC: [SwiftSetting] = strict + [.strictMemorySafety()]

/// For the documentation's listings, which name values that they do not use. An app never builds these targets: they
/// are part of no product.
let listings: [SwiftSetting] = [.unsafeFlags(["-suppress-warnings"])]

#if os(Linux)
    // CryptoKit's types on libcrypto. On Apple's systems the module is CryptoKit itself and no C library is looked for.
    let cryptography: [Target] = [
        .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(
            name: "XignCrypto", dependencies: ["CLibCrypto"], exclude: ["CryptoKit"], swiftSettings: strictOverC),
        .testTarget(
            name: "XignCryptoTests", dependencies: ["XignCrypto"],
            resources: [.copy("Vectors"), .copy("interoperation.py")], swiftSettings: strict),
    ]
    // HTTPS on libcurl. Elsewhere it is URLSession, whose source the tests compile here too, by a symbolic link.
    // scripts/typecheck-apple checks the other branch and the sources that it names.
    let network: [Target] = [
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "Curl", dependencies: ["CCurl"], swiftSettings: strictOverC),
    ]
    let networkModules: [Target.Dependency] = ["Curl"]
    let otherPlatform = "Platform/Apple"
    let privacyManifest: [Resource] = []
    // A key store in a TPM 2.0. It is a product of its own, so that only its users need tpm2-tss.
    let trustedPlatformModule: [Target] = [
        .systemLibrary(name: "CTSS2", pkgConfig: "tss2-esys", providers: [.apt(["libtss2-dev"])]),
        .target(name: "CTSS2Log"),
        .target(name: "TPM2", dependencies: ["CTSS2", "CTSS2Log"], swiftSettings: strictOverC),
        .target(
            name: "XignTPM2", dependencies: ["XignSDK", "XignProtocol", "XignCrypto", "TPM2"], swiftSettings: strict),
        .testTarget(
            name: "XignTPM2Tests", dependencies: ["XignTPM2", "TPM2", "XignSDK", "XignProtocol", "XignCrypto"],
            swiftSettings: strict),
    ]
    let trustedPlatformModuleProducts: [Product] = [.library(name: "XignTPM2", targets: ["XignTPM2"])]
    let otherTests: [String] = []
#else
    let cryptography: [Target] = [
        .target(name: "XignCrypto", exclude: ["LibCrypto"], swiftSettings: strict),
        .testTarget(
            name: "XignCryptoTests", dependencies: ["XignCrypto"], exclude: ["LibCrypto"],
            resources: [.copy("Vectors"), .copy("interoperation.py")], swiftSettings: strict),
    ]
    let network: [Target] = []
    let networkModules: [Target.Dependency] = []
    let otherPlatform = "Platform/Linux"
    // Apple wants it in the bundle of each SDK. PrivacyManifestTests compares it with the sources.
    let privacyManifest: [Resource] = [.copy("Platform/Apple/PrivacyInfo.xcprivacy")]
    let trustedPlatformModule: [Target] = []
    let trustedPlatformModuleProducts: [Product] = []
    let otherTests = ["URLSession", "CurlTransportTests.swift", "LinuxFilesTests.swift", "ProxyTests.swift"]
#endif

let package = Package(
    name: "xign",
    platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "XignSDK", targets: ["XignSDK"]),
        .library(name: "XignSDKTesting", targets: ["XignSDKTesting"]),
        .library(name: "XignProtocol", targets: ["XignProtocol"]),
        .library(name: "XignCrypto", targets: ["XignCrypto"]),
    ] + trustedPlatformModuleProducts,
    targets: cryptography + network + trustedPlatformModule + [
        .target(name: "XignProtocol", dependencies: ["XignCrypto"], swiftSettings: strict),
        .target(
            name: "XignSDK", dependencies: ["XignProtocol", "XignCrypto"] + networkModules, exclude: [otherPlatform],
            resources: privacyManifest, swiftSettings: strict),
        // A manager for the tests and previews of apps. Nothing that an app releases depends on it.
        .target(
            name: "XignSDKTesting", dependencies: ["XignSDK", "XignProtocol", "XignCrypto"], swiftSettings: strict),
        .testTarget(
            name: "XignProtocolTests", dependencies: ["XignProtocol", "XignCrypto"],
            exclude: ["Operations/member-names.txt"], resources: [.copy("Vectors")], swiftSettings: strict),
        // The judgements of this implementation, for the comparison with the authenticator of a browser.
        .executableTarget(
            name: "ProtocolJudge", dependencies: ["XignProtocol"], path: "Tests/ProtocolJudge", swiftSettings: strict),
        .testTarget(
            name: "XignSDKTests",
            dependencies: ["XignSDK", "XignSDKTesting", "XignProtocol", "XignCrypto"] + networkModules,
            exclude: ["Server"] + otherTests, swiftSettings: strict),
        // The same sources, by symbolic links, in both language modes: apps are written in either.
        .testTarget(
            name: "SeedListingsSwift5Tests", dependencies: ["XignSDK"],
            swiftSettings: listings + [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "SeedListingsSwift6Tests", dependencies: ["XignSDK"],
            swiftSettings: listings + [.swiftLanguageMode(.v6)]),
    ]
)
