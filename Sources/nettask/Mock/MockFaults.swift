#if Tools
    import Foundation
    import NetTaskHTTP
    import NetTaskMocks
    import NetTaskSpec

    /// Reads the rules of `--faults`: a list in YAML or JSON.
    enum MockFaults {
        struct Problem: Error {
            var message: String
        }

        static func rules(path: String) throws(Problem) -> [MockFaultRule] {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw Problem(message: "\(path) cannot be read")
            }
            let (root, diagnostics) = YAMLNode.reading(Array(data), path: path)
            guard let root, !diagnostics.contains(where: { $0.severity == .error }) else {
                throw Problem(message: diagnostics.first?.description ?? "\(path): it is empty")
            }
            guard case .sequence(let nodes) = root.content else {
                throw Problem(message: "\(path): the faults must be a list of rules, not \(root.kind)")
            }
            var rules: [MockFaultRule] = []
            for node in nodes {
                do throws(MockFault.Problem) {
                    rules.append(try MockFaultRule(json(node)))
                } catch {
                    let start = node.range.start
                    throw Problem(message: "\(path):\(start.line):\(start.column): \(error.message)")
                }
            }
            return rules
        }

        private static func json(_ node: YAMLNode) -> JSONValue {
            switch node.content {
            case .sequence(let nodes): return .array(nodes.map(json))
            case .mapping(let entries):
                return .object(Dictionary(entries.map { ($0.key, json($0.value)) }) { first, _ in first })
            case .scalar(let scalar):
                if node.isNull { return .null }
                guard scalar.isPlain else { return .string(scalar.text) }
                switch scalar.text {
                case "true": return true
                case "false": return false
                default: return JSONValue.Number(text: scalar.text).map { .number($0) } ?? .string(scalar.text)
                }
            }
        }
    }
#endif
