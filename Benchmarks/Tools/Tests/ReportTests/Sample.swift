import Figures
import Report

enum Sample {
    static let figures = [
        Figure(
            .building,
            "cold build",
            .seconds,
            ours: 40,
            peer: .init("generator", 200),
            target: .ratio(atLeast: 5)
        ),
        Figure(.json, "parse <many>", .seconds, ours: 0.004, peer: .init("Decoder & Co", 0.048)),
        Figure(.queue, "memory", .bytes, ours: 320, target: .figure(atMost: 400)),
        Figure(.http, "request", .seconds, ours: 5e-5, peer: .init("alone", 4e-5), target: .ratio(atLeast: 0.91)),
    ]

    static let data = DataFile(name: "a.yaml", bytes: 12, sha256: "abc", operations: 3, origin: "nowhere")

    static let circumstances = Circumstances(
        date: "2026-01-02",
        commit: "abcdef",
        processor: "Some CPU",
        cores: 2,
        memoryBytes: 24 << 30,
        system: "Linux, x86_64",
        versions: [.init("Swift", "6.3")]
    )
}
