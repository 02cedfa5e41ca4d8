import NetTaskSpec

/// The names of the spec files of an import: one for the client, one for what all share, one for each tag.
struct FileNames {
    let main: String
    let shared: String
    private var ofTags: [String?: String] = [:]

    private static let ending = ".nettask.yaml"

    /// - Parameter tags: All that have a file, in the order of the document; nil is for operations without one.
    init(client: String, tags: [String?]) {
        var taken: Set<String> = []
        func unique(_ name: String) -> String {
            let short = name.cutForFileName
            var result = short
            var number = 2
            while !taken.insert(result).inserted {
                result = "\(short)-\(number)"
                number += 1
            }
            return result + Self.ending
        }
        main = unique(client.lowercased())
        shared = unique("shapes")
        for tag in tags { ofTags[tag] = unique(tag.map(Self.slug) ?? "others") }
    }

    func name(_ home: DraftHome) -> String {
        switch home {
        case .shared: shared
        case .tag(let tag): ofTags[tag] ?? shared
        }
    }

    /// In small letters, with hyphens between words: `Pull Requests` and `pullRequests` become `pull-requests`.
    private static func slug(_ text: String) -> String {
        let name = CamelCase.lowerCamel(text) ?? CamelCase.lowerCamel(Spelled.out(text)) ?? "others"
        return NameSeparator.text("-").wireName(for: name)
    }
}
