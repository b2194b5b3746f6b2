/// The links to the parts of one page, below its title; nothing where there are none.
package struct Tabs {
    package struct Tab {
        let address: String
        let name: String
        let isCurrent: Bool

        package init(_ address: String, _ name: String, isCurrent: Bool = false) {
            self.address = address
            self.name = name
            self.isCurrent = isCurrent
        }
    }

    /// The name for screen readers.
    let label: String
    let tabs: [Tab]

    package init(label: String, _ tabs: [Tab]) {
        self.label = label
        self.tabs = tabs
    }

    package var html: HTML {
        let items: [HTML] = tabs.map { tab in
            "<a href=\"\(tab.address)\"\(tab.isCurrent ? " aria-current=\"page\"" : "" as HTML)>\(tab.name)</a>\n"
        }
        return """
            <nav class="tabs" aria-label="\(label)">
            \(items)\
            </nav>

            """
    }
}
