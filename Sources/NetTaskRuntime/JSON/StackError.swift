/// There is no thread for a value that is nested deeply.
struct StackError: Error, CustomStringConvertible {
    /// The system's error number.
    var code: Int32

    var description: String { "no thread could be started to read or write deeply nested values (error \(code))" }
}
