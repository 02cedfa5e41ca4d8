import Foundation

/// A measured value: a row of the report. Lower values are better.
public struct Figure: Codable, Equatable, Sendable {
    /// The peer, which does the same without NetTask.
    public struct Peer: Codable, Equatable, Sendable {
        public var name: String
        public var figure: Double
        private var itself: Bool?

        /// - Parameter isNetTask: whether NetTask is compared with itself, in another situation.
        public init(_ name: String, _ figure: Double, isNetTask: Bool = false) {
            self.name = name
            self.figure = figure
            itself = isNetTask ? true : nil
        }

        public var isNetTask: Bool { itself ?? false }
    }

    public enum Target: Codable, Equatable, Sendable {
        /// How many times as good as the peer's.
        case ratio(atLeast: Double)
        case figure(atMost: Double)
    }

    public var concern: Concern
    public var subject: String
    /// In seconds or bytes.
    public var quantity: Quantity
    public var ours: Double
    /// nil without a peer, or if it was not measured.
    public var peer: Peer?
    /// nil if the figure is for information only.
    public var target: Target?
    private var medianRatio: Double?

    /// - Parameter ratio: the ratio of the peer's figure to NetTask's, if it is the median of several ratios.
    public init(
        _ concern: Concern,
        _ subject: String,
        _ quantity: Quantity,
        ours: Double,
        peer: Peer? = nil,
        ratio: Double? = nil,
        target: Target? = nil
    ) {
        self.concern = concern
        self.subject = subject
        self.quantity = quantity
        self.ours = ours
        self.peer = peer
        self.medianRatio = ratio
        self.target = target
    }

    /// How many times as good as the peer's figure NetTask's is. nil without a peer.
    public var ratio: Double? {
        peer.map { medianRatio ?? $0.figure / ours }
    }

    /// nil without a target, or if the target needs a peer and there is none.
    public var isMet: Bool? {
        switch target {
        case .ratio(let least): ratio.map { $0 >= least }
        case .figure(let most): ours <= most
        case nil: nil
        }
    }
}

extension Figure {
    public var oursText: String { quantity.text(ours) }
    public var ratioText: String { ratio.map(Self.times) ?? "-" }

    public var targetText: String {
        switch target {
        case .ratio(let least): "at least \(Self.times(least))"
        case .figure(let most): "at most \(quantity.shortText(most))"
        case nil: "-"
        }
    }

    public var verdict: String {
        isMet.map { $0 ? "met" : "not met" } ?? ""
    }

    /// The figure in one line, for the terminal.
    public var line: String {
        var line = "\(subject): \(oursText)"
        if let peer { line += "; \(peer.name) \(quantity.text(peer.figure)), \(ratioText)" }
        if target != nil { line += "; target: \(targetText)" }
        return verdict.isEmpty ? line : line + ", " + verdict
    }

    /// Such as `0.91×`, `4.3×`, `52×`. Whole ones have no decimals.
    public static func times(_ ratio: Double) -> String {
        let digits = ratio == ratio.rounded() ? 0 : ratio < 0.995 ? 2 : ratio < 9.95 ? 1 : 0
        return String(format: "%.\(digits)f×", ratio)
    }
}
