import Figures

/// The figures of one concern.
struct Group {
    var concern: Concern
    var figures: [Figure]

    /// In the order of the concerns, without empty ones. Figures of a concern keep their order.
    static func all(of figures: [Figure]) -> [Group] {
        Concern.allCases.compactMap { concern in
            let own = figures.filter { $0.concern == concern }
            return own.isEmpty ? nil : Group(concern: concern, figures: own)
        }
    }
}
