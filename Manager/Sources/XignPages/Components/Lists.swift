import XignWording

/// Terms with their values, in the order in which they are read.
package struct SummaryList {
    let rows: [(term: String, value: HTML)]

    package init(_ rows: [(term: String, value: HTML)]) { self.rows = rows }

    package var html: HTML {
        """
        <dl class="summary-list">
        \(rows.map { "<div><dt>\($0.term)</dt><dd>\($0.value)</dd></div>\n" as HTML })\
        </dl>

        """
    }
}

/// The links to the parts of something, each with a word about its content.
package struct LinkList {
    let label: String
    let rows: [(address: String, name: String, detail: String?)]

    package init(label: String, _ rows: [(address: String, name: String, detail: String?)]) {
        self.label = label
        self.rows = rows
    }

    package var html: HTML {
        let items: [HTML] = rows.map { row in
            """
            <li><a href="\(row.address)"><span>\(row.name)</span>\
            \(row.detail.map { "<span class=\"muted\">\($0)</span>" as HTML } ?? "")</a></li>

            """
        }
        return """
            <nav class="panel" aria-label="\(label)"><ul class="link-list">
            \(items)\
            </ul></nav>

            """
    }
}

/// Events under the headings of their days, in the order in which they are given.
struct DayList {
    let wording: any Wording
    /// The moments of the events with their `li` elements.
    let events: [(at: Moment, item: HTML)]

    init(_ events: [(at: Moment, item: HTML)], in wording: any Wording) {
        self.events = events
        self.wording = wording
    }

    var html: HTML { "\(events.days { $0.at }.map { day in section(day.first, day.events.map { $0.item }) })" }

    private func section(_ first: Moment, _ items: [HTML]) -> HTML {
        """
        <section data-day>
        <h2>\(wording.general.dayHeading(first.date(wording)))</h2>
        <ul class="events panel">
        \(items)\
        </ul>
        </section>

        """
    }
}

extension Array {
    /// Groups neighbouring events by their day in UTC, in the order in which they are given.
    /// - Parameter moment: returns the moment of an event.
    func days(by moment: (Element) -> Moment) -> [(first: Moment, events: [Element])] {
        reduce(into: []) { days, event in
            let at = moment(event)
            if days.last?.first.dayNumber == at.dayNumber {
                days[days.count - 1].events.append(event)
            } else {
                days.append((first: at, events: [event]))
            }
        }
    }
}

/// The sentence in place of an empty list.
package struct EmptyState {
    let text: String
    package init(_ text: String) { self.text = text }
    package var html: HTML { "<p class=\"empty\">\(text)</p>\n" }
}

/// The links to the neighbouring parts of a list; nothing where there are none.
package struct Pager {
    let wording: any Wording
    /// The address of the newer part.
    var newer: String?
    var older: String?

    package init(newer: String?, older: String?, in wording: any Wording) {
        self.newer = newer
        self.older = older
        self.wording = wording
    }

    package var html: HTML {
        guard newer != nil || older != nil else { return "" }
        let words = wording.account.frame
        return """
            <nav class="pager" aria-label="\(words.pages)">
            \(newer.map { "<a rel=\"prev\" href=\"\($0)\">\(words.newer)</a>\n" as HTML } ?? "")\
            \(older.map { "<a rel=\"next\" href=\"\($0)\">\(words.older)</a>\n" as HTML } ?? "")\
            </nav>

            """
    }
}

/// A value that is shown once, with a button that copies it. Without scripts there is no button.
package struct SecretBox {
    let label: String
    let value: String
    let wording: any Wording

    package init(_ label: String, _ value: String, in wording: any Wording) {
        self.label = label
        self.value = value
        self.wording = wording
    }

    package var html: HTML {
        """
        <div class="secret"><span>\(label)</span> <code>\(value)</code>\(CopyButton.html(in: wording.general))</div>

        """
    }
}
