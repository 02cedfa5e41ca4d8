import Figures

/// The figures of one concern.
struct Group {
    var concern: Concern
    var figures: [Figure]

    /// In the order of the concerns, without those of which there is nothing. Within one, figures stay as they came.
    static func all(of figures: [Figure]) -> [Group] {
        Concern.allCases.compactMap { concern in
            let own = figures.filter { $0.concern == concern }
            return own.isEmpty ? nil : Group(concern: concern, figures: own)
        }
    }
}
