import LibFuzzer

@testable import NetTaskGenerator
@testable import NetTaskSpec

/// Each file is accepted or has a diagnostic, and each diagnostic says where it is.
func check(_ result: SpecReader.Result, _ sources: [SpecReader.Source]) {
    require(!result.specs.isEmpty || !result.diagnostics.isEmpty, "neither specs nor diagnostics")
    if sources.count == 1 {
        require(result.specs.isEmpty || result.diagnostics.isEmpty, "both specs and diagnostics")
    }
    for diagnostic in result.diagnostics {
        let text = diagnostic.description
        require(text.hasPrefix("\(diagnostic.place): "), "no place at the start of \(text)")
        require(!diagnostic.message.isEmpty, "a diagnostic without words: \(text)")
        for place in [diagnostic.place] + diagnostic.notes.map(\.place) {
            let isPlace = place.range.start.line >= 1 && place.range.start.column >= 1
            require(isPlace && sources.contains { $0.path == place.file }, "\(place) is not a place, of \(text)")
        }
    }
}

/// What is accepted becomes files, each with a name of its own.
func checkFiles(of specs: [Spec], isSplit: Bool) {
    guard !specs.isEmpty else { return }
    do {
        let files = try Generator(options: .init(isSplit: isSplit)).files(for: specs)
        require(!files.isEmpty, "a spec that makes no file")
        require(Set(files.map(\.name)).count == files.count, "two files of one name in \(files.map(\.name))")
        for file in files {
            require(!file.text.isEmpty, "\(file.name) is empty")
        }
    } catch {
        fatalError("\(error)")
    }
}
