extension BrowserKind.Product {
    /// The product's name, which is the same in all languages.
    public var name: String {
        switch self {
        case .chrome: "Chrome"
        case .edge: "Edge"
        case .firefox: "Firefox"
        case .opera: "Opera"
        case .safari: "Safari"
        case .samsungInternet: "Samsung Internet"
        }
    }
}

extension BrowserKind.System {
    /// The system's name, which is the same in all languages.
    public var name: String {
        switch self {
        case .android: "Android"
        case .chromeOS: "ChromeOS"
        case .iPad: "iPad"
        case .iPhone: "iPhone"
        case .linux: "Linux"
        case .macOS: "macOS"
        case .windows: "Windows"
        }
    }
}
