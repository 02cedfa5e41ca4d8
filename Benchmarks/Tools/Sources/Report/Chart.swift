public import Figures

/// The plot of all ratios, as SVG: a bar for each figure with a peer, from the peer, at 1×, to its ratio, on a logarithmic
/// scale. The same figures give the same text.
public enum Chart {
    public static func svg(of figures: [Figure]) -> String {
        let compared = figures.filter { $0.peer?.isNetTask == false && $0.ratio.map { $0 > 0 && $0.isFinite } ?? false }
        let groups = Group.all(of: compared)
        let scale = LogScale(covering: compared.compactMap(\.ratio))
        var body: [String] = []
        var y = Layout.top
        for group in groups {
            y += Layout.headingHeight
            body.append(text(group.concern.title, x: Layout.margin, y: y - 8, style: "heading"))
            for figure in group.figures {
                body += bar(figure, scale, y: y)
                y += Layout.rowHeight
            }
        }
        let grid = scale.ticks.flatMap { ratio in
            let x = scale.x(ratio)
            return [
                "<line class=\"\(ratio == 1 ? "one" : "grid")\" x1=\"\(number(x))\" y1=\"\(number(Layout.top))\" "
                    + "x2=\"\(number(x))\" y2=\"\(number(y))\"/>",
                text(Figure.times(ratio), x: x, y: Layout.top - 6, style: "tick"),
            ]
        }
        return document(height: y + Layout.bottom, legend: y + Layout.bottom - 14, grid + body)
    }

    private static func bar(_ figure: Figure, _ scale: LogScale, y: Double) -> [String] {
        guard let ratio = figure.ratio, let peer = figure.peer else { return [] }
        let (one, end) = (scale.x(1), scale.x(ratio))
        let (left, width) = (min(one, end), max(abs(end - one), 1))
        let middle = y + Layout.rowHeight / 2
        let peerText = "\(peer.name) \(figure.quantity.text(peer.figure)), NetTask \(figure.oursText)"
        return [
            text(figure.subject, x: Layout.labelEnd, y: middle + 4, style: "subject"),
            "<rect class=\"\(ratio < 1 ? "worse" : "better")\" x=\"\(number(left))\" "
                + "y=\"\(number(y + Layout.barInset))\" width=\"\(number(width))\" "
                + "height=\"\(number(Layout.rowHeight - 2 * Layout.barInset))\"/>",
            // To the right of the bar, so that nothing crosses the text.
            "<text class=\"value\" x=\"\(number(max(one, end) + 6))\" y=\"\(number(middle + 4))\">\(Figure.times(ratio))"
                + "<tspan class=\"peer\" dx=\"6\">\(escaped(peerText))</tspan></text>",
        ]
    }

    private static func document(height: Double, legend: Double, _ elements: [String]) -> String {
        let size = "\(number(Layout.width)) \(number(height))"
        let start = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" width="\(number(Layout.width))" \
            height="\(number(height))" role="img" aria-label="How many times as good as its peer NetTask is">
            <style>
            \(style)
            </style>
            <rect class="page" width="100%" height="100%"/>
            """
        let end = """
            <rect class="better" x="\(number(Layout.margin))" y="\(number(legend - 10))" width="12" height="12"/>
            <text class="note" x="\(number(Layout.margin + 18))" y="\(number(legend))">better than the peer</text>
            <rect class="worse" x="\(number(Layout.margin + 160))" y="\(number(legend - 10))" width="12" height="12"/>
            <text class="note" x="\(number(Layout.margin + 178))" y="\(number(legend))">worse</text>
            <text class="note" x="\(number(Layout.margin + 240))" y="\(number(legend))">1×: the peer, whose name is at the \
            bar; logarithmic scale, more is better</text>
            </svg>
            """
        return ([start] + elements + [end]).joined(separator: "\n") + "\n"
    }

    private static func text(_ text: String, x: Double, y: Double, style: String) -> String {
        "<text class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\">\(escaped(text))</text>"
    }

    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
    }

    /// With one decimal at most, so that no machine's last digit shows.
    static func number(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }

    private static let style = """
        text { font: 12px system-ui, sans-serif; fill: #1f2328 }
        .heading { font-weight: 600 } .subject { text-anchor: end }
        .value { font-weight: 600; paint-order: stroke; stroke: #ffffff; stroke-width: 4px }
        .peer { font-weight: 400 } .peer, .note { fill: #59636e } .tick { text-anchor: middle; fill: #59636e; font-size: 11px }
        .page { fill: #ffffff } .better { fill: #2f6fbf } .worse { fill: #c27c2c }
        .grid { stroke: #d1d9e0; stroke-width: 1 } .one { stroke: #59636e; stroke-width: 1 }
        @media (prefers-color-scheme: dark) {
        text { fill: #f0f6fc } .peer, .note, .tick { fill: #9198a1 } .value { stroke: #0d1117 } .page { fill: #0d1117 }
        .better { fill: #5b9bea } .worse { fill: #d9974a } .grid { stroke: #3d444d } .one { stroke: #9198a1 }
        }
        """
}

/// Where things are, in pixels.
enum Layout {
    static let width = 980.0
    static let margin = 16.0
    static let labelEnd = 330.0
    static let plotStart = 342.0
    /// The rest of the width is for what stands right of a bar.
    static let plotEnd = 600.0
    static let top = 34.0
    static let bottom = 40.0
    static let headingHeight = 34.0
    static let rowHeight = 22.0
    static let barInset = 4.0
}
