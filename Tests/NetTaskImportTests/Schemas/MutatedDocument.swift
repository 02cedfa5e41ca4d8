@testable import NetTaskImport
@testable import NetTaskSpec

/// A document of which parts are deleted, doubled, swapped and moved, as chance has it.
struct MutatedDocument {
    private var root: Tree
    private var random: Seeded

    /// The values of a document, without their places.
    private indirect enum Tree {
        case scalar(String)
        case list([Tree])
        case map([(key: String, value: Tree)])
    }

    /// SplitMix64, so that a seed gives the same document everywhere.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
    }

    init(_ node: YAMLNode, seed: UInt64) {
        root = Self.tree(node)
        random = Seeded(state: seed)
    }

    mutating func mutate(times: Int) {
        for _ in 0..<times {
            let paths = Self.paths(root, [])
            guard let path = paths.randomElement(using: &random), let other = paths.randomElement(using: &random) else {
                return
            }
            let donor = Self.value(root, other[...])
            let change = Int.random(in: 0..<4, using: &random)
            root = Self.changed(root, path[...], change, donor) ?? root
        }
    }

    /// As JSON, which is YAML, one value a line.
    var text: String { Self.text(root) }

    // MARK: Trees

    private static func tree(_ node: YAMLNode) -> Tree {
        switch node.content {
        case .scalar(let scalar): .scalar(scalar.isPlain ? scalar.text : quoted(scalar.text))
        case .sequence(let items): .list(items.map(tree))
        case .mapping(let entries): .map(entries.map { ($0.key, tree($0.value)) })
        }
    }

    private static func paths(_ tree: Tree, _ path: [Int]) -> [[Int]] {
        let inner: [Tree]
        switch tree {
        case .scalar: inner = []
        case .list(let items): inner = items
        case .map(let entries): inner = entries.map(\.value)
        }
        return (path.isEmpty ? [] : [path]) + inner.enumerated().flatMap { paths($1, path + [$0]) }
    }

    private static func value(_ tree: Tree, _ path: ArraySlice<Int>) -> Tree {
        guard let index = path.first else { return tree }
        switch tree {
        case .scalar: return tree
        case .list(let items): return value(items[index], path.dropFirst())
        case .map(let entries): return value(entries[index].value, path.dropFirst())
        }
    }

    /// Deletes, doubles, replaces by `donor`, or moves to the end what is at a path.
    private static func changed(_ tree: Tree, _ path: ArraySlice<Int>, _ change: Int, _ donor: Tree) -> Tree? {
        guard let index = path.first else { return donor }
        let isHere = path.count == 1
        switch tree {
        case .scalar:
            return nil
        case .list(var items):
            switch isHere ? change : -1 {
            case 0: items.remove(at: index)
            case 1: items.append(items[index])
            case 2: items.append(items.remove(at: index))
            default: items[index] = changed(items[index], path.dropFirst(), change, donor) ?? items[index]
            }
            return .list(items)
        case .map(var entries):
            switch isHere ? change : -1 {
            case 0: entries.remove(at: index)
            case 1:
                // A key that stands there already makes the file unreadable, so another one takes the value.
                entries[(index + 1) % entries.count].value = entries[index].value
            case 2: entries.append(entries.remove(at: index))
            default:
                entries[index].value = changed(entries[index].value, path.dropFirst(), change, donor) ?? entries[index].value
            }
            return .map(entries)
        }
    }

    // MARK: Text

    private static func text(_ tree: Tree) -> String {
        switch tree {
        case .scalar(let text): text
        case .list(let items): "[" + items.map { text($0) }.joined(separator: ",\n") + "]"
        case .map(let entries):
            "{" + entries.map { "\(quoted($0.key)): \(text($0.value))" }.joined(separator: ",\n") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
    }
}
