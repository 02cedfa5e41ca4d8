import NetTaskSpec

/// What one import shares: the files it reads, what is wrong with them, and what became of their values. Not for use from
/// several threads.
final class ImportRun {
    let diagnostics = DiagnosticCollector()
    let ledger = Ledger()
    let files: DocumentFiles

    init(files: DocumentFiles) {
        self.files = files
    }
}
