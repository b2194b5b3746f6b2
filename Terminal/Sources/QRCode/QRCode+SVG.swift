extension QRCode {
    /// Draws the code as an SVG document, to be used alone or inside an HTML page.
    ///
    /// It contains no script, no `style` and no external reference, so the strictest Content-Security-Policy allows it.
    /// It scales to the size that the page gives it, and is dark on white in every colour scheme.
    /// - Parameter title: the text for screen readers. It is escaped.
    public func svg(title: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges" \
        role="img" aria-label="\(attribute: title)">\
        <rect width="\(side)" height="\(side)" fill="#fff"/><path fill="#000" d="\(svgPath)"/></svg>
        """
    }

    /// The path of the dark modules, for a drawing of `side` modules: one rectangle of height 1 for each run.
    public var svgPath: String {
        var path = ""
        for y in 0..<size {
            var x = 0
            while x < size {
                guard self[x, y] else {
                    x += 1
                    continue
                }
                let start = x
                while self[x, y] { x += 1 }
                path += "M\(start + Self.quietZone) \(y + Self.quietZone)h\(x - start)v1h-\(x - start)z"
            }
        }
        return path
    }
}

extension DefaultStringInterpolation {
    /// Appends text inside a quoted attribute. Control characters become spaces, since XML 1.0 cannot express them
    /// (section 2.2).
    fileprivate mutating func appendInterpolation(attribute text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": appendLiteral("&amp;")
            case "<": appendLiteral("&lt;")
            case ">": appendLiteral("&gt;")
            case "\"": appendLiteral("&quot;")
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": appendLiteral(" ")
            default: appendLiteral(String(scalar))
            }
        }
    }
}
