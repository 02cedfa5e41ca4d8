import Foundation

/// Ids in the order of a date each, and of the ids among those of one date.
struct DueIndex {
    struct Place: Comparable {
        let date: Date
        let id: DurableTaskID

        static func < (left: Place, right: Place) -> Bool {
            left.date == right.date ? left.id < right.id : left.date < right.date
        }
    }

    /// The earliest first.
    private(set) var places: [Place] = []

    mutating func insert(_ id: DurableTaskID, at date: Date) {
        let place = Place(date: date, id: id)
        places.insert(place, at: index(of: place))
    }

    mutating func remove(_ id: DurableTaskID, at date: Date) {
        let place = Place(date: date, id: id)
        let index = index(of: place)
        if index < places.count, places[index] == place {
            places.remove(at: index)
        }
    }

    /// Where a place is, or would be.
    private func index(of place: Place) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
