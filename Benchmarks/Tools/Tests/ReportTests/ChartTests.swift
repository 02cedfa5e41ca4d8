import Figures
import Foundation
import Report
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct ChartTests {
    private func element(_ name: String, class style: String, in svg: String) throws -> [XMLElement] {
        let document = try XMLDocument(xmlString: svg)
        let path = "//*[local-name()='\(name)' and @class='\(style)']"
        return try document.nodes(forXPath: path).compactMap { $0 as? XMLElement }
    }

    private func number(_ attribute: String, of element: XMLElement?) throws -> Double {
        let found = element?.attributes?.first { $0.name == attribute }
        return try #require(found?.stringValue.flatMap { Double($0) })
    }

    @Test("The same figures give the same text")
    func deterministic() {
        #expect(Chart.svg(of: Sample.figures) == Chart.svg(of: Sample.figures))
    }

    @Test("Each figure with a peer has a bar with its name, its ratio, and both figures, even if they need escaping")
    func bars() throws {
        let svg = Chart.svg(of: Sample.figures)
        #expect(
            try element("text", class: "subject", in: svg).map(\.stringValue) == [
                "parse <many>", "request", "cold build",
            ]
        )
        #expect(
            try element("text", class: "value", in: svg).map(\.stringValue)
                == [
                    "12×Decoder & Co 48.0 ms, NetTask 4.00 ms", "0.80×alone 40.0 us, NetTask 50.0 us",
                    "5×generator 200 s, NetTask 40.0 s",
                ]
        )
    }

    @Test("A bar goes from 1× to its ratio: to the right if ours is better, to the left if it is worse")
    func directions() throws {
        let svg = Chart.svg(of: Sample.figures)
        let one = try number("x1", of: try element("line", class: "one", in: svg).first)
        let good = try element("rect", class: "better", in: svg)
        let bad = try element("rect", class: "worse", in: svg)
        #expect(good.count == 3, "one is in the legend")
        #expect(try number("x", of: good.first) == one)
        #expect(bad.count == 2, "one is in the legend")
        #expect(try abs(number("x", of: bad.first) + number("width", of: bad.first) - one) < 0.2)
    }

    @Test("Tenfold is as far from 1× as a hundredfold is from tenfold")
    func logarithmic() throws {
        func width(_ ratio: Double) throws -> Double {
            let figures = [ratio, 1000].map { Figure(.json, "x", .seconds, ours: 1, peer: .init("p", $0)) }
            return try number("width", of: try element("rect", class: "better", in: Chart.svg(of: figures)).first)
        }
        #expect(try abs(width(100) - 2 * width(10)) < 0.2)
    }

    @Test("A target is not in the plot, nor is a comparison of NetTask with itself")
    func internals() throws {
        let figures = [
            Figure(.json, "x", .seconds, ours: 1, peer: .init("p", 7), target: .ratio(atLeast: 700)),
            Figure(.json, "y", .seconds, ours: 1, peer: .init("1,000 waiting", 2, isNetTask: true)),
        ]
        let svg = Chart.svg(of: figures)
        #expect(!svg.contains("target"))
        #expect(!svg.contains("waiting"))
        #expect(try element("text", class: "tick", in: svg).map(\.stringValue) == ["1×", "10×"])
    }

    @Test(
        "No figure, and figures that are not numbers, make a plot without bars",
        arguments: [[], [0.0], [.infinity], [.nan]]
    )
    func odd(ratios: [Double]) throws {
        let figures = ratios.map { Figure(.json, "x", .seconds, ours: 1, peer: .init("p", $0)) }
        #expect(try element("text", class: "value", in: Chart.svg(of: figures)).isEmpty)
    }
}
