/// Which file each endpoint and each shape of some spec files is in.
struct SpecLayout {
    struct Address: Hashable {
        var section: String
        var key: String
    }

    struct Place {
        var address: Address
        var file: String
        var item: TextItem
        /// The indentation of the map that it stands in.
        var indent: Int
        /// The spaces of one level in its file.
        var step: Int
        var isFlow: Bool
    }

    /// All entries in the order of the files.
    private(set) var places: [Place] = []
    private var indices: [Address: [Int]] = [:]

    init(_ texts: [SpecText]) {
        for text in texts {
            guard let root = text.root.map else { continue }
            for section in SpecSections.names {
                guard let map = root[section]?.value.map else { continue }
                for item in map.items {
                    let address = Address(section: section, key: item.key)
                    indices[address, default: []].append(places.count)
                    places.append(
                        Place(
                            address: address,
                            file: text.name,
                            item: item,
                            indent: map.indent,
                            step: text.step,
                            isFlow: map.isFlow
                        )
                    )
                }
            }
        }
    }

    /// Where the entry is. If in several files, then in the one that is preferred, or the first.
    func place(_ address: Address, preferring file: String? = nil) -> Place? {
        guard let indices = indices[address], let first = indices.first else { return nil }
        return places[indices.first { places[$0].file == file } ?? first]
    }
}
