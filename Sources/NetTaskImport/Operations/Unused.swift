import NetTaskSpec

/// Lists what schemas say that has no place where they stand.
enum Unused {
    static func leaveOut(_ keys: [String], of schema: DocumentValue, _ reason: String) {
        guard let schema = schema.resolved() else { return }
        for key in keys { schema[key]?.leaveOut(reason) }
    }

    /// Lists whatever makes values null.
    static func leaveOutNull(of schema: DocumentValue, _ reason: String) {
        guard let schema = schema.resolved() else { return }
        schema["nullable"]?.leaveOut(reason)
        for type in schema["type"]?.elements ?? [] where type.isNullType { type.leaveOut(reason) }
        for key in ["oneOf", "anyOf"] {
            for alternative in schema[key]?.elements ?? [] where alternative["type"]?.isNullType == true {
                alternative.leaveOut(reason)
            }
        }
        for value in schema["enum"]?.elements ?? [] where value.isNull { value.leaveOut(reason) }
    }
}
