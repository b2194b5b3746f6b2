// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
    name: "xign-authenticator-app",
    platforms: [.iOS(.v18), .macOS(.v15)],
    dependencies: [.package(name: "xign", path: "../..")],
    targets: [
        .target(
            name: "LoginScreen", dependencies: [.product(name: "XignSDK", package: "xign")], swiftSettings: strict),
        // No target that is released depends on it.
        .target(
            name: "LoginPreviews",
            dependencies: [
                "LoginScreen", .product(name: "XignSDK", package: "xign"),
                .product(name: "XignSDKTesting", package: "xign"),
            ],
            swiftSettings: strict),
        // The screen without views, driven by lines of text.
        .executableTarget(
            name: "authenticator-app", dependencies: ["LoginScreen", .product(name: "XignSDK", package: "xign")],
            swiftSettings: strict),
        .testTarget(
            name: "LoginScreenTests",
            dependencies: [
                "LoginScreen", .product(name: "XignSDK", package: "xign"),
                .product(name: "XignSDKTesting", package: "xign"),
            ],
            swiftSettings: strict),
    ]
)
