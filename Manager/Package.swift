// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// For modules over C: unsafe Swift must be marked where it stands.
let strictOverC: [SwiftSetting] = strict + [.strictMemorySafety()]

let xignProtocol: Target.Dependency = .product(name: "XignProtocol", package: "xign")
let xignCrypto: Target.Dependency = .product(name: "XignCrypto", package: "xign")
let qrCode: Target.Dependency = .product(name: "QRCode", package: "xign-terminal")
let spelling: Target.Dependency = .product(name: "Spelling", package: "xign-terminal")

let package = Package(
    name: "xign-manager",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "xignin-manager", targets: ["xignin-manager"])],
    dependencies: [
        // Named, since otherwise the name of the folder that holds the checkout would count.
        .package(name: "xign", path: ".."),
        .package(name: "xign-terminal", path: "../Terminal"),
    ],
    targets: [
        .target(name: "CLinux"),
        .target(name: "CPostgreSQL"),
        .target(name: "CLibCurl"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(name: "Threads", dependencies: ["CLinux"], swiftSettings: strictOverC),
        .target(name: "YAML", dependencies: ["CYAML", spelling], swiftSettings: strictOverC),
        .target(name: "XignHTTP", dependencies: ["CLinux", "Threads"], swiftSettings: strictOverC),
        .target(
            name: "OutgoingHTTPS", dependencies: ["CLibCurl", "XignHTTP", "XignDomain"], swiftSettings: strictOverC),
        .target(name: "XignDomain", dependencies: [xignProtocol, xignCrypto, spelling], swiftSettings: strict),
        .target(name: "Logging", dependencies: ["XignDomain", "Threads", xignProtocol], swiftSettings: strict),
        .target(name: "Metrics", dependencies: ["XignDomain", xignProtocol], swiftSettings: strict),
        .target(
            name: "XignStorage",
            dependencies: [
                "XignDomain", "Metrics", "Threads", "CLinux", "CSQLite", "CPostgreSQL", xignCrypto, xignProtocol,
            ],
            swiftSettings: strictOverC),
        .target(
            name: "XignWebAssets", dependencies: [xignCrypto],
            // The names of all files become names in one enum: each exists once.
            resources: [
                .embedInCode("Assets"), .embedInCode("Authenticator/page"), .embedInCode("Authenticator/protocol"),
            ],
            swiftSettings: strict),
        .target(
            name: "XignAdmission",
            dependencies: ["XignHTTP", "Logging", "Metrics", "XignDomain", "Threads", xignProtocol],
            swiftSettings: strict),
        .target(name: "XignWording", dependencies: ["XignDomain", xignProtocol], swiftSettings: strict),
        .target(
            name: "XignPages", dependencies: ["XignWording", "XignDomain", "XignWebAssets", xignProtocol],
            swiftSettings: strict),
        .target(
            name: "XignUseCases",
            dependencies: ["XignDomain", "XignStorage", "Metrics", "Threads", xignProtocol, xignCrypto, spelling],
            swiftSettings: strict),
        .target(
            name: "XignDeviceAPI",
            dependencies: ["XignUseCases", "XignAdmission", "XignHTTP", "Logging", "Metrics", xignProtocol],
            swiftSettings: strict),
        .target(
            name: "XignOAuth",
            dependencies: ["XignUseCases", "XignDomain", "XignHTTP", xignProtocol, xignCrypto], swiftSettings: strict),
        .target(
            name: "XignOpenID",
            dependencies: [
                "XignOAuth", "XignUseCases", "XignDomain", "XignAdmission", "XignHTTP", "Logging", "Threads",
                xignProtocol, xignCrypto,
            ],
            swiftSettings: strict),
        .target(
            name: "XignWeb",
            dependencies: [
                "XignOAuth", "XignUseCases", "XignDomain", "XignPages", "XignWording", "XignAdmission", "XignHTTP",
                "XignWebAssets", "Logging", "Threads", xignProtocol, xignCrypto, qrCode,
            ],
            swiftSettings: strict),
        .target(
            name: "XignServer",
            dependencies: [
                "XignDeviceAPI", "XignOpenID", "XignWeb", "XignUseCases", "XignStorage", "XignDomain", "XignAdmission",
                "XignHTTP", "XignPages", "XignWording", "OutgoingHTTPS", "Logging", "Metrics", "YAML", "Threads",
                "CLinux", xignProtocol, xignCrypto, spelling,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "xignin-manager",
            dependencies: [
                "XignServer", "XignUseCases", "XignHTTP", "XignDomain", "XignStorage", "XignAdmission", "XignPages",
                "XignWording", "OutgoingHTTPS", "Logging", "Threads",
                .product(name: "Terminal", package: "xign-terminal"), qrCode, xignProtocol,
            ],
            swiftSettings: strict),
        .testTarget(name: "YAMLTests", dependencies: ["YAML"], swiftSettings: strict),
        .target(name: "Eventually", dependencies: ["Threads"], path: "Tests/Eventually", swiftSettings: strict),
        .testTarget(name: "MetricsTests", dependencies: ["Metrics"], swiftSettings: strict),
        .testTarget(
            name: "OutgoingHTTPSTests", dependencies: ["OutgoingHTTPS", "XignHTTP", "XignDomain"], swiftSettings: strict
        ),
        .testTarget(name: "XignHTTPTests", dependencies: ["XignHTTP", "Eventually", "Threads"], swiftSettings: strict),
        .testTarget(
            name: "XignPagesTests",
            dependencies: ["XignPages", "XignWording", "XignDomain", "XignWebAssets", xignProtocol],
            exclude: ["Snapshots"], swiftSettings: strict),
        .testTarget(
            name: "XignDomainTests", dependencies: ["XignDomain", xignProtocol, xignCrypto], swiftSettings: strict),
        .testTarget(
            name: "XignAdmissionTests",
            dependencies: [
                "XignAdmission", "XignDomain", "XignHTTP", "Logging", "Metrics", "YAML", "Eventually", "Threads",
            ],
            swiftSettings: strict),
        // A process for the tests of XignStorage to kill.
        .executableTarget(
            name: "StorageWriter", dependencies: ["XignStorage", "Threads", xignCrypto], path: "Tests/StorageWriter",
            swiftSettings: strict),
        // A process for the tests of XignManagerTests to kill.
        .executableTarget(
            name: "DatabaseMover",
            dependencies: ["XignServer", "XignStorage", "XignDomain", "Threads", xignProtocol, xignCrypto],
            path: "Tests/DatabaseMover", swiftSettings: strict),
        .target(
            name: "DatabaseFixture", dependencies: ["Threads"], path: "Tests/DatabaseFixture", swiftSettings: strict),
        .testTarget(
            name: "XignStorageTests",
            dependencies: [
                "XignStorage", "CPostgreSQL", "StorageWriter", "DatabaseFixture", "Metrics", "Eventually", "Threads",
            ],
            exclude: ["Version8"], swiftSettings: strict),
        // The documentation's listings as they are printed, which name values that they do not use. XignManagerTests
        // runs them.
        .target(
            name: "SeedListings", dependencies: [.product(name: "XignSDK", package: "xign")],
            path: "Tests/SeedListings", swiftSettings: [.unsafeFlags(["-suppress-warnings"])]),
        .testTarget(
            name: "XignManagerTests",
            dependencies: [
                "XignServer", "OutgoingHTTPS", "DatabaseFixture", "DatabaseMover", "Eventually", "Metrics",
                "SeedListings",
                "XignWebAssets", "XignWording",
                .product(name: "XignSDK", package: "xign"), qrCode,
            ],
            exclude: ["Upgrade/Version24", "Upgrade/Version27", "Upgrade/Version30"], swiftSettings: strict),
        // Benchmarks: docs/performance.md describes them. They share a manager with users that are simulated over HTTP.
        .target(
            name: "VirtualUsers", dependencies: ["XignServer", "XignStorage", "XignDomain", xignProtocol, xignCrypto],
            path: "Benchmarks/VirtualUsers", swiftSettings: strictOverC),
        .executableTarget(
            name: "bench",
            dependencies: ["VirtualUsers", "XignHTTP", "XignStorage", "Threads", "CSQLite", xignProtocol, xignCrypto],
            path: "Benchmarks/bench", swiftSettings: strictOverC),
        .executableTarget(
            name: "instructions", dependencies: ["VirtualUsers"], path: "Benchmarks/instructions",
            swiftSettings: strict),
    ]
)
