extension JSONObjectReader {
    /// Reads a member; `value` stands for one that is absent or `null`.
    public mutating func read<Value: JSONReadable>(_ name: String, default value: Value) throws -> Value {
        let found: Value? = try read(name)
        return found ?? value
    }

    /// Reads a date, or dates; `value` stands for a member that is absent or `null`.
    public mutating func read<Value: JSONReadable>(
        _ name: String,
        format: DateFormat,
        default value: Value
    ) throws -> Value {
        let found: Value? = try read(name, format: format)
        return found ?? value
    }

    /// Reads what lies deeper inside; `value` stands for what is absent or `null`.
    public mutating func read<Value: JSONReadable>(_ path: [String], default value: Value) throws -> Value {
        let found: Value? = try read(path)
        return found ?? value
    }

    /// Reads a date, or dates, from deeper inside; `value` stands for what is absent or `null`.
    public mutating func read<Value: JSONReadable>(
        _ path: [String],
        format: DateFormat,
        default value: Value
    ) throws -> Value {
        let found: Value? = try read(path, format: format)
        return found ?? value
    }
}
