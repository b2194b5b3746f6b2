import Foundation
import VirtualUsers

/// The results as a bar chart in SVG, with a panel for each quantity.
struct Chart {
    private struct Panel {
        let title: String
        let bars: [(label: String, value: Double)]
    }

    private let panels: [Panel]
    private static let (width, rowHeight, labelWidth, barWidth) = (760, 22, 270, 380)

    init(_ results: Results) {
        func medians(_ keys: [Int], _ runs: (Int) -> [LoadResult], _ value: (LoadResult) -> Double, _ unit: String)
            -> [(label: String, value: Double)]
        {
            keys.compactMap { key in
                let values = runs(key).map(value)
                return values.isEmpty ? nil : ("\(key) \(unit)", Figure(values).median)
            }
        }
        let settings = results.settings
        var panels = [
            Panel(
                title: "Logins a second, on one core of the manager",
                bars: medians(settings.concurrencies, results.runs(at:), \.perSecond, "at once")),
            Panel(
                title: "CPU milliseconds of the manager for a login",
                bars: medians(settings.concurrencies, results.runs(at:), \.cpuMilliseconds, "at once")
                    + medians(settings.accounts, results.runs(with:), \.cpuMilliseconds, "accounts")
                    + (results.floors.isEmpty ? [] : [("floor", Figure(results.floors.map(\.milliseconds)).median)])),
            Panel(
                title: "p99 of the manager's part of a login, milliseconds",
                bars: medians(settings.concurrencies, results.runs(at:), { $0.latency.at(0.99) }, "at once")
                    + (results.halfLoad.isEmpty
                        ? [] : [("half load", Figure(results.halfLoad.map { $0.latency.at(0.99) }).median)])),
        ]
        if !results.logins.isEmpty, let fewest = settings.concurrencies.first {
            panels.append(
                Panel(
                    title: "p50 of each step, \(fewest) at once, milliseconds",
                    bars: Step.allCases.map { ($0.name, results.median(of: $0, at: fewest)) }))
        }
        self.panels = panels.filter { !$0.bars.isEmpty }
    }

    var svg: String {
        var y = 10
        var body = ""
        for panel in panels {
            y += 20
            body += "<text x=\"10\" y=\"\(y)\" font-weight=\"bold\">\(panel.title)</text>\n"
            let largest = panel.bars.map(\.value).max() ?? 1
            for bar in panel.bars {
                y += Self.rowHeight
                let length = Int((bar.value / max(largest, .leastNormalMagnitude) * Double(Self.barWidth)).rounded())
                body += """
                    <text x="\(Self.labelWidth - 10)" y="\(y)" text-anchor="end">\(bar.label.replacing("\"", with: "&quot;"))</text>
                    <rect x="\(Self.labelWidth)" y="\(y - 12)" width="\(length)" height="15" fill="#2a6f97"/>
                    <text x="\(Self.labelWidth + length + 6)" y="\(y)">\(String(format: "%.4g", bar.value))</text>

                    """
            }
            y += 16
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(y + 10)" font-family="sans-serif" font-size="13">
            <rect width="100%" height="100%" fill="white"/>
            \(body)</svg>

            """
    }
}
