import XignDomain
import XignWebAssets
import XignWording

/// An HTML document around the content of one page.
struct PageLayout {
    let wording: any Wording
    /// The name of the page in the browser's tab.
    let title: String
    /// The page's path and query, to which the language switch leads back; nil for the answer to a form, which no
    /// address shows again.
    let address: String?
    /// The switch of languages where there is no address for one.
    var languages: HTML?
    /// The operator, for the header and the foot of the page.
    var provider = OperatorProfile.none
    /// Further elements of the head.
    var head: HTML = ""
    var style = WebAssets.loginStyle
    /// The header of the page, where it has more than the brand.
    var bar: HTML?
    /// The `main` element, with the only `h1`.
    let content: HTML

    var html: HTML {
        """
        <!DOCTYPE html>
        <html lang="\(wording.tag)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="noindex">
        <title>\(title)</title>
        \(links)\
        \(head)\
        </head>
        <body>
        \(bar ?? "<header class=\"brand\">\(Self.brand(of: provider))</header>\n")\
        \(content)\
        \(foot)\
        </body>
        </html>

        """
    }

    private var foot: HTML {
        guard address != nil || languages != nil || ProviderFooter.says(provider) || Self.hasBrand(provider) else {
            return ""
        }
        return """
            <footer class="foot">
            \(ProviderFooter.html(provider, in: wording))\
            \(languages ?? address.map { LanguageSwitch.form(wording, returningTo: $0) } ?? "")\
            \(Self.hasBrand(provider) ? "\(Self.wordmark)\n" : "" as HTML)\
            </footer>

            """
    }

    private var links: HTML {
        """
        <link rel="icon" type="image/svg+xml" href="\(WebAssets.icon.path)">
        <link rel="stylesheet" href="\(style.path)">

        """
    }

    /// The logo and the name of the operator; the product's name where there is neither. The logo only decorates.
    static func brand(of provider: OperatorProfile) -> HTML {
        guard hasBrand(provider) else { return wordmark }
        let logo: HTML? = provider.installation.logoPath.map { "<img class=\"logo\" src=\"\($0)\" alt=\"\">" }
        let name: HTML? = provider.name.map { "<span>\(HTML.isolated($0))</span>" }
        return "<div class=\"operator\">\(logo ?? "")\(name ?? "")</div>"
    }

    private static func hasBrand(_ provider: OperatorProfile) -> Bool {
        provider.name != nil || provider.installation.logoPath != nil
    }

    /// The corner of a QR code, and the product's name in strokes of one width. The name is the same in all languages.
    static let wordmark: HTML = """
        <svg class="wordmark" role="img" aria-label="Xign" viewBox="0 0 98 32" fill="none" stroke-linecap="round" \
        stroke-linejoin="round">\
        <g class="mark"><path stroke-width="3" d="M27 11V9.5A5.5 5.5 0 0 0 21.5 4h-12A5.5 5.5 0 0 0 \
        4 9.5v12A5.5 5.5 0 0 0 9.5 27h12a5.5 5.5 0 0 0 5.5-5.5V20"/>\
        <rect x="11" y="11" width="9" height="9" rx="2.5"/></g>\
        <path stroke-width="2.8" d="M40 7l11.5 16M51.5 7L40 23M59 13v10M59 7.5v.01M77.5 13v10.5a5 5 0 0 1-9.6 1.9\
        M77.5 18a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM85 23V13M85 18a4.5 4.5 0 0 1 9 0v5"/></svg>
        """
}
