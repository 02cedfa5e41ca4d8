/// The differences that were found between a server and its description, once for each kind.
package struct MockFindings: Sendable {
    package struct Finding: Sendable {
        package var endpoint: String
        /// The place of the endpoint in the spec.
        package var place: String
        /// The place in the reply, with `[]` for any element: `body.items[].price`.
        package var path: String
        /// The first value that was found.
        package var found: String
        package var expected: String
        /// How often it was found.
        package var count: Int
    }

    /// At most this many kinds are kept.
    private static let maxCount = 1_000

    /// In the order in which they were found first.
    package private(set) var all: [Finding] = []
    private var indexes: [String: Int] = [:]

    package init() {}

    package mutating func add(_ problems: [MockProblem], of endpoint: MockEndpoint) {
        for problem in problems {
            let path = Self.kind(of: problem.path)
            let key = "\(endpoint.name) \(path) \(problem.expected)"
            if let index = indexes[key] {
                all[index].count += 1
            } else if all.count < Self.maxCount {
                indexes[key] = all.count
                all.append(
                    Finding(
                        endpoint: endpoint.name,
                        place: endpoint.place,
                        path: path,
                        found: problem.found,
                        expected: problem.expected,
                        count: 1
                    )
                )
            }
        }
    }

    /// The path without the numbers of elements.
    package static func kind(of path: String) -> String {
        var result = ""
        var isInBrackets = false
        for character in path {
            switch character {
            case "[": (isInBrackets, result) = (true, result + "[")
            case "]": (isInBrackets, result) = (false, result + "]")
            case "0"..."9" where isInBrackets: continue
            default: result.append(character)
            }
        }
        return result
    }
}
