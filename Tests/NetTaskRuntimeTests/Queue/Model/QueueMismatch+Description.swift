extension QueueComparison.Mismatch: CustomStringConvertible {
    /// Swift source that can be pasted into a test, with the result of each side.
    var description: String {
        let lines = exchanges.map { exchange in
            exchange.isAgreed
                ? "    \(exchange.step),  // \(exchange.model)"
                : "    \(exchange.step),\n    // the model: \(exchange.model)\n    // the machine: \(exchange.machine)"
        }
        return """
            QueueComparison().mismatch(\(setup), [
            \(lines.joined(separator: "\n"))
            ])
            """
    }
}
