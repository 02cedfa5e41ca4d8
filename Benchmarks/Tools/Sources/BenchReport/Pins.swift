import Foundation

/// The versions in a `Package.resolved`.
struct Pins: Decodable {
    private struct Pin: Decodable {
        struct State: Decodable {
            var version: String?
            var revision: String?
        }

        var identity: String
        var state: State
    }

    private var pins: [Pin]

    init(file: URL) throws {
        self = try JSONDecoder().decode(Pins.self, from: Data(contentsOf: file))
    }

    func version(of identity: String) -> String? {
        let state = pins.first { $0.identity == identity }?.state
        return state?.version ?? state?.revision.map { String($0.prefix(10)) }
    }
}
