/// The drawings on the pages. They are hidden from screen readers: the text beside each says the same.
enum Icon {
    static let device = drawing(
        """
        <rect x="15" y="6" width="18" height="36" rx="4"/>\
        <path d="M22 36h4"/>\
        <path class="pulse" d="M20.5 21l2.5 2.5 5-5"/>
        """)
    static let check = drawing(
        #"<circle cx="24" cy="24" r="18"/><path d="M16 24.5l5.5 5.5L32 19"/>"#)
    static let cross = drawing(
        #"<circle cx="24" cy="24" r="18"/><path d="M18 18l12 12M30 18L18 30"/>"#)
    static let shield = drawing(
        #"<path d="M24 5l15 5v12c0 10-6 17-15 21-9-4-15-11-15-21V10z"/><path d="M24 15v11M24 32.5v.01"/>"#)
    static let clock = drawing(
        #"<circle cx="24" cy="24" r="18"/><path d="M24 13v11l7 5"/>"#)
    static let warning = drawing(
        #"<path d="M24 6L44 41H4z"/><path d="M24 19v10M24 35v.01"/>"#)

    private static func drawing(_ shapes: HTML) -> HTML {
        """
        <svg viewBox="0 0 48 48" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.5" \
        stroke-linecap="round" stroke-linejoin="round">\(shapes)</svg>
        """
    }
}
