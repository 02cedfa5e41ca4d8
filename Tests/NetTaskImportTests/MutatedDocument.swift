@testable import NetTaskSpec

/// A document whose values are deleted, doubled and swapped at random, as JSON.
struct MutatedDocument {
    private var root: Value
    private var random: Random

    indirect enum Value {
        case single(String, isPlain: Bool)
        case list([Value])
        case map([(key: String, value: Value)])
    }

    init(_ node: YAMLNode, seed: UInt64) {
        root = Self.value(node)
        random = Random(state: seed)
    }

    private static func value(_ node: YAMLNode) -> Value {
        switch node.content {
        case .scalar(let scalar): .single(scalar.text, isPlain: scalar.isPlain)
        case .sequence(let items): .list(items.map(value))
        case .mapping(let entries): .map(entries.map { ($0.key, value($0.value)) })
        }
    }

    // MARK: Changes

    /// Changes one value somewhere.
    mutating func mutate() {
        var donors: [Value] = []
        collect(root, &donors)
        let donor = donors[random.below(donors.count)]
        var index = random.below(max(donors.count - 1, 1)) + 1
        root = changed(root, &index, donor)
    }

    private func collect(_ value: Value, _ all: inout [Value]) {
        all.append(value)
        switch value {
        case .single: break
        case .list(let items): for item in items { collect(item, &all) }
        case .map(let entries): for entry in entries { collect(entry.value, &all) }
        }
    }

    /// The tree with a change at the value of that number, counted from the root on.
    private mutating func changed(_ value: Value, _ index: inout Int, _ donor: Value) -> Value {
        switch value {
        case .single: return value
        case .list(let items):
            var result: [Value] = []
            for item in items {
                index -= 1
                if index != 0 {
                    result.append(changed(item, &index, donor))
                    continue
                }
                switch random.below(4) {
                case 0: break
                case 1: result += [item, item]
                case 2: result.append(donor)
                default: result.append(other(item))
                }
            }
            return .list(result)
        case .map(let entries):
            var result: [(key: String, value: Value)] = []
            for (key, item) in entries {
                index -= 1
                if index != 0 {
                    result.append((key, changed(item, &index, donor)))
                    continue
                }
                switch random.below(5) {
                case 0: break
                case 1: result += [(key, item), (key + "2", item)]
                case 2: result.append((key, donor))
                case 3: result.append((entries[random.below(entries.count)].key, item))
                default: result.append((key, other(item)))
                }
            }
            var seen: Set<String> = []
            return .map(result.filter { seen.insert($0.key).inserted })
        }
    }

    private mutating func other(_ value: Value) -> Value {
        let words = [
            "", "null", "true", "-1", "é{}:/ #", "object", "query", "path", "header", "$ref", "default", "2XX",
        ]
        switch random.below(4) {
        case 0: return .list([value])
        case 1: return .map([])
        case 2: return .list([])
        default: return .single(words[random.below(words.count)], isPlain: random.below(2) == 0)
        }
    }

    // MARK: Text

    var text: String {
        var text = ""
        write(root, &text, "")
        return text
    }

    /// With each entry on a line of its own, so that no two values stand at one place.
    private func write(_ value: Value, _ text: inout String, _ indentation: String) {
        let inner = indentation + " "
        switch value {
        case .single(let single, let isPlain):
            let isWord = ["null", "true", "false"].contains(single) || Int(single) != nil
            text += isPlain && isWord ? single : quoted(single)
        case .list(let items):
            text += "["
            for (index, item) in items.enumerated() {
                text += (index > 0 ? ",\n" : "\n") + inner
                write(item, &text, inner)
            }
            text += "]"
        case .map(let entries):
            text += "{"
            for (index, entry) in entries.enumerated() {
                text += (index > 0 ? ",\n" : "\n") + inner + quoted(entry.key) + ": "
                write(entry.value, &text, inner)
            }
            text += "}"
        }
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// Numbers that are the same each time (SplitMix64).
struct Random {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }
}
