/// `omit: true` is taken out where specs are merged. What is left of it afterwards omits nothing.
enum OmissionRule {
    static func refuses(_ reader: MappingReader, _ noun: String, _ diagnostics: DiagnosticCollector) -> Bool {
        guard let entry = reader.entry("omit") else { return false }
        diagnostics.error(
            "`omit` can only be `true`, in a spec that extends the one with this \(noun)",
            at: entry.keyRange,
            notes: [.init("to leave it out of its own spec, delete it", at: entry.keyRange)]
        )
        return true
    }
}
