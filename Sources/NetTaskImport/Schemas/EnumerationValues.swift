import NetTaskSpec

/// What the values of an enumeration are.
enum EnumerationValues {
    /// Whether all are whole numbers; nil where they are neither that nor all texts.
    ///
    /// - Parameter types: What `type` says. Many who write `type: string` leave out the quotes.
    static func areIntegers(_ values: [DocumentValue], types: [String]) -> Bool? {
        guard types.count <= 1, values.allSatisfy({ $0.plainText != nil }) else { return nil }
        switch types.first {
        case "string":
            return false
        case "integer", "number":
            return values.allSatisfy(isInteger) ? true : nil
        case nil:
            if values.allSatisfy(isInteger) { return true }
            return values.allSatisfy(isText) ? false : nil
        default:
            return nil
        }
    }

    /// The texts of the values, each once. One that is there again is listed.
    static func unique(_ values: [DocumentValue]) -> [String] {
        var seen: Set<String> = []
        return values.compactMap { value in
            guard let text = value.plainText else { return nil }
            guard seen.insert(text).inserted else {
                value.leaveOut("the value is there already")
                return nil
            }
            value.carry()
            return text
        }
    }

    static func cases(_ values: [String]) -> [(name: String, value: String)] {
        // Generated enumerations have a property `rawValue` and a case for what is unknown.
        let reserved = ReservedNames.cases.union(["rawValue", "unrecognized"])
        return Array(zip(MemberNames.names(for: values, reserved: reserved), values))
    }

    private static func isInteger(_ value: DocumentValue) -> Bool {
        guard case .scalar(let scalar) = value.node.content, scalar.isPlain else { return false }
        return ScalarKind.integer(scalar.text) != nil
    }

    private static func isText(_ value: DocumentValue) -> Bool {
        guard case .scalar(let scalar) = value.node.content else { return false }
        return !scalar.isPlain || !ScalarKind.isNumber(scalar.text) && !["true", "false"].contains(scalar.text)
    }
}
