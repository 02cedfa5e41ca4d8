import NetTaskSpec

/// The names of shapes in the last import, by the places of their schemas. The main file of an import ends with them.
struct FormerShapeNames {
    private var names: [String: String] = [:]
    /// The places whose names are held.
    private var heldPlaces: Set<String> = []

    private static let opening = "# The schemas of shapes, for the next import, which keeps the names:"

    init() {}

    /// - Parameters:
    ///   - files: The files of the last import.
    ///   - roots: The document as it is now, and as OpenAPI 3.0.
    init(_ files: [ImportedFile], _ roots: [DocumentValue]) {
        for file in files {
            let lines = file.text.split(separator: "\n").drop { $0 != Self.opening }.dropFirst()
            for line in lines {
                guard let colon = line.firstIndex(of: ":"), line.hasPrefix("# ") else { continue }
                let name = String(line[..<colon].dropFirst(2))
                let place = String(line[colon...].dropFirst(2))
                guard SwiftIdentifier.isValid(name), !ReservedNames.types.contains(name) else { continue }
                names[place] = name
                if roots.contains(where: { Self.isStable(place, $0) }) { heldPlaces.insert(place) }
            }
        }
    }

    /// The names that no other place can get.
    var held: [String] { heldPlaces.compactMap { names[$0] } }

    func heldName(at place: String) -> String? { heldPlaces.contains(place) ? names[place] : nil }

    func name(at place: String) -> String? { names[place] }

    /// Whether the place still has an inline schema. An index of a list does not identify a schema, because the document can insert
    /// another one before it.
    private static func isStable(_ place: String, _ root: DocumentValue) -> Bool {
        guard place.hasPrefix("#") else { return true }
        var value = root
        for key in DocumentValue.keys(ofPointer: place) {
            guard let next = value[key] else { return false }
            value = next
        }
        return value["$ref"] == nil
    }

    /// Returns the comments that the next import reads.
    static func lines(_ places: [(name: String, place: String)]) -> String {
        places.isEmpty ? "" : "\n\(opening)\n" + places.map { "# \($0.name): \($0.place)\n" }.joined()
    }
}

extension DocumentValue {
    /// The place in the document, on one line. The path of another file is relative to the folder of the document.
    var place: String {
        let own = run.files.path(ofFile: range.file)
        let main = run.files.path(ofFile: 0)
        let folder = main.prefix(upTo: main.lastIndex(of: "/").map(main.index(after:)) ?? main.startIndex)
        let file = own == main ? "" : own.hasPrefix(folder) ? String(own.dropFirst(folder.count)) : own
        return SpecWriter.onOneLine(file + path.description)
    }
}
