/// A `File` is no value that can stand inside another.
enum FileRule {
    static let message = "a `File` can only be a param of a multipart request, the `body` or the `response`"

    static func checkField(_ field: LocatedField, _ diagnostics: DiagnosticCollector) {
        guard field.field.type.innermost == .scalar(.file) else { return }
        diagnostics.error(message, at: field.typeRange)
    }
}
