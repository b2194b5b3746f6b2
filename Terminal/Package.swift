// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// The settings of modules over C: unsafe Swift must be marked.
let strictOverC: [SwiftSetting] = strict + [.strictMemorySafety()]

let package = Package(
    name: "xign-terminal",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Terminal", targets: ["Terminal"]),
        .library(name: "QRCode", targets: ["QRCode"]),
        .library(name: "Spelling", targets: ["Spelling"]),
    ],
    targets: [
        .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .target(name: "QRCode", dependencies: ["CQRencode"], swiftSettings: strictOverC),
        .target(name: "Spelling", swiftSettings: strict),
        .target(name: "CArguments"),
        .target(name: "Terminal", dependencies: ["QRCode", "Spelling", "CArguments"], swiftSettings: strictOverC),
        .testTarget(name: "QRCodeTests", dependencies: ["QRCode"], swiftSettings: strict),
        .testTarget(name: "SpellingTests", dependencies: ["Spelling"], swiftSettings: strict),
        .testTarget(name: "TerminalTests", dependencies: ["Terminal"], swiftSettings: strict),
    ]
)
