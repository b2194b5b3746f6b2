/// The drawing of a QR code inside a page.
///
/// The light ground is part of the drawing: browsers that darken pages darken a ground of the style, and cameras read
/// no dark code on it.
struct CodeDrawing {
    /// The description for screen readers.
    let description: String
    /// The side in modules with the margin, and the dark modules as an SVG path; nil where a script draws them.
    let modules: (side: Int, path: String)?

    init(_ description: String, side: Int, path: String) {
        self.description = description
        modules = (side, path)
    }

    /// An empty drawing, for a script.
    init(drawnByScript description: String) {
        self.description = description
        modules = nil
    }

    var html: HTML {
        let viewBox: HTML = modules.map { " viewBox=\"0 0 \($0.side) \($0.side)\"" } ?? ""
        let path: HTML = modules.map { " d=\"\($0.path)\"" } ?? ""
        return """
            <svg role="img" aria-label="\(description)"\(viewBox) shape-rendering="crispEdges">\
            <rect width="100%" height="100%" fill="#fff"/><path fill="#000"\(path)/></svg>
            """
    }
}
