import Figures
import Foundation
import Testing

@Suite struct FigureTests {
    @Test("A ratio says how many times as good as its peer's a figure is")
    func ratio() {
        let figure = Figure(.json, "parse", .seconds, ours: 0.002, peer: .init("JSONDecoder", 0.03))
        #expect(figure.ratio == 15)
    }

    @Test("The median of several ratios wins over the ratio of two medians")
    func medianRatio() {
        let figure = Figure(.http, "request", .seconds, ours: 2, peer: .init("alone", 2), ratio: 0.97)
        #expect(figure.ratio == 0.97)
    }

    @Test("A target in ratios is met from that ratio on, and cannot be without a peer")
    func ratioTarget() {
        func figure(_ peer: Figure.Peer?) -> Figure {
            Figure(.json, "parse", .seconds, ours: 1, peer: peer, target: .ratio(atLeast: 10))
        }
        #expect(figure(.init("peer", 10)).isMet == true)
        #expect(figure(.init("peer", 9.9)).isMet == false)
        #expect(figure(nil).isMet == nil)
    }

    @Test("A target in figures is met up to that figure, even with a peer")
    func figureTarget() {
        let figure = Figure(
            .building,
            "binary",
            .bytes,
            ours: 10_001,
            peer: .init("peer", 40_000),
            target: .figure(atMost: 10_000)
        )
        #expect(figure.isMet == false)
    }

    @Test(
        "Quantities have a unit that suits them",
        arguments: [
            (Quantity.seconds, 3.6e-7, "360 ns"), (.seconds, 5.71e-6, "5.71 us"), (.seconds, 0.0451, "45.1 ms"),
            (.seconds, 38, "38.0 s"), (.bytes, 320, "320 B"), (.bytes, 9_400, "9.40 KB"),
            (.bytes, 31_400_000, "31.4 MB"), (.bytes, 1_620_000_000, "1.62 GB"),
        ]
    )
    func quantities(quantity: Quantity, number: Double, text: String) {
        #expect(quantity.text(number) == text)
    }

    @Test("Targets have no digits that say nothing")
    func targets() {
        func text(_ quantity: Quantity, _ most: Double) -> String {
            Figure(.http, "x", quantity, ours: 1, target: .figure(atMost: most)).targetText
        }
        #expect(text(.seconds, 0.06) == "at most 60 ms")
        #expect(text(.bytes, 2_500_000) == "at most 2.5 MB")
    }

    @Test(
        "Ratios have as many digits as count",
        arguments: [(0.905, "0.91×"), (1.04, "1.0×"), (4.26, "4.3×"), (9.97, "10×"), (52.4, "52×"), (20, "20×")]
    )
    func ratios(ratio: Double, text: String) {
        #expect(Figure.times(ratio) == text)
    }

    @Test("Results are read as they were written")
    func roundTrip() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("figures-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        var results = Results()
        results.figures = Sample.figures
        results.data = [Sample.data]
        results.versions = ["SOG": "1.2"]
        results.leftOut = ["Much."]

        try results.write(to: folder.appendingPathComponent("part.json"))

        #expect(try Results(file: folder.appendingPathComponent("part.json")) == results)
    }

    @Test("A recorder's file has all figures so far, and none is made without a folder")
    func recorder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("figures-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        var recorder = Recorder("part", environment: [Recorder.variable: folder.path])
        var nowhere = Recorder("other", environment: [Recorder.variable: ""])
        for figure in Sample.figures {
            try recorder.add(figure)
            try nowhere.add(figure)
        }
        #expect(try Results(file: folder.appendingPathComponent("part.json")).figures == Sample.figures)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["part.json"])
    }

    @Test("Data and sentences that several parts have are there once when they are put together")
    func appending() {
        var part = Results()
        part.data = [Sample.data]
        part.leftOut = ["Much."]
        var all = part
        all.append(part)
        #expect(all == part)
    }
}
