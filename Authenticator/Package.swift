// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// The settings of modules over C: unsafe Swift must be marked.
let strictOverC: [SwiftSetting] = strict + [.strictMemorySafety()]

#if os(Linux)
    let trustedPlatformModule: [Target.Dependency] = [.product(name: "XignTPM2", package: "xign")]
#else
    let trustedPlatformModule: [Target.Dependency] = []
#endif

let package = Package(
    name: "xign-authenticator",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "xign", targets: ["xign"])],
    dependencies: [
        .package(name: "xign", path: ".."),
        .package(name: "xign-terminal", path: "../Terminal"),
    ],
    targets: [
        .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .target(name: "Pictures", dependencies: ["CZBar", "CPNG", "CTurboJPEG"], swiftSettings: strictOverC),
        .target(name: "CIsolation"),
        .target(
            name: "PictureReading",
            dependencies: ["Pictures", "CIsolation", .product(name: "XignProtocol", package: "xign")],
            swiftSettings: strictOverC),
        .executableTarget(
            name: "xign",
            dependencies: [
                "Pictures", "PictureReading", "CIsolation", .product(name: "XignSDK", package: "xign"),
                .product(name: "Terminal", package: "xign-terminal"),
                .product(name: "Spelling", package: "xign-terminal"),
                .product(name: "QRCode", package: "xign-terminal"),
            ] + trustedPlatformModule,
            swiftSettings: strict),
        // An app for the end-to-end tests to drive, with the documentation's listings by symbolic links. One of them
        // names values that it does not use.
        .executableTarget(
            name: "TestApp",
            dependencies: [.product(name: "XignSDK", package: "xign"), .product(name: "XignCrypto", package: "xign")],
            path: "Tests/TestApp", swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-suppress-warnings"])]),
        .target(name: "CIsolated", dependencies: ["CIsolation"], path: "Tests/CIsolated"),
        .testTarget(
            name: "PicturesTests",
            dependencies: [
                "Pictures", "PictureReading", "CIsolated", "xign", "CPNG", "CTurboJPEG",
                .product(name: "QRCode", package: "xign-terminal"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "XignCommandTests",
            dependencies: [
                "xign", .product(name: "XignProtocol", package: "xign"), .product(name: "XignCrypto", package: "xign"),
                .product(name: "QRCode", package: "xign-terminal"),
            ],
            swiftSettings: strict),
    ]
)
