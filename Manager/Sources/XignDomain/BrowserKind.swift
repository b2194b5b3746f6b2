/// A browser and its system, as the browser names itself: two words of a closed list, and no evidence.
///
/// The `User-Agent` of a request is read once and never kept. Versions and models would tell browsers apart better, and
/// people, too.
public struct BrowserKind: Sendable, Hashable {
    /// A product that people know. The raw values are stored.
    public enum Product: String, Sendable, CaseIterable {
        case chrome, edge, firefox, opera, safari, samsungInternet
    }

    /// An operating system, or a device that people know better than its system. The raw values are stored.
    public enum System: String, Sendable, CaseIterable {
        case android, chromeOS, iPad, iPhone, linux, macOS, windows
    }

    public let product: Product
    public let system: System

    public init(_ product: Product, _ system: System) {
        self.product = product
        self.system = system
    }

    /// Finds both words in the value of a `User-Agent` field (RFC 9110, section 10.1.5).
    /// - Returns: nil where one of them is not on its list.
    public init?(userAgent: String) {
        let parts = userAgent.split { " ();,".contains($0) }
        let names = parts.map { $0.prefix { $0 != "/" } }
        guard let system = Self.systems.first(where: { names.contains($0.name) })?.system,
            let product = Self.products.first(where: { names.contains($0.name) })?.product
        else { return nil }
        // Every browser on WebKit calls itself Safari. Safari itself is on Apple's systems alone.
        guard product != .safari || [.iPad, .iPhone, .macOS].contains(system) else { return nil }
        self.init(product, system)
    }

    /// The names by which browsers know themselves. Browsers add names of others, so the first one of this list counts.
    private static let products: [(name: Substring, product: Product)] = [
        ("Edg", .edge), ("EdgA", .edge), ("EdgiOS", .edge), ("OPR", .opera), ("OPT", .opera),
        ("SamsungBrowser", .samsungInternet), ("Firefox", .firefox), ("FxiOS", .firefox), ("Chrome", .chrome),
        ("HeadlessChrome", .chrome), ("CriOS", .chrome), ("Safari", .safari),
    ]

    /// The words of systems. Android also calls itself Linux.
    private static let systems: [(name: Substring, system: System)] = [
        ("Windows", .windows), ("Android", .android), ("iPhone", .iPhone), ("iPad", .iPad), ("CrOS", .chromeOS),
        ("Macintosh", .macOS), ("Linux", .linux),
    ]

    // MARK: The stored form

    /// Reads the stored form.
    /// - Returns: nil for any other text, such as one with a word of a later version.
    public init?(stored text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 2, let product = Product(rawValue: words[0]), let system = System(rawValue: words[1])
        else { return nil }
        self.init(product, system)
    }

    /// Both words with a space between them.
    public var stored: String { "\(product.rawValue) \(system.rawValue)" }
}
