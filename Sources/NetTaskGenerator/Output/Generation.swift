package import NetTaskSpec

/// The Swift files of one run, and what they change in the folder that they go to.
package struct Generation: Sendable {
    package let changes: ManagedFolder.Changes
    private let files: [GeneratedFile]
    private let folder: OutputFolder

    /// Generates the files and compares the folder with them, and touches nothing.
    /// - Parameters:
    ///   - specs: What the spec files were read to.
    ///   - leftOut: Files of the run that belong to no client. Each becomes an empty file.
    ///   - partCount: The number of files that the shapes and endpoints of the spec at a path are spread over.
    ///   - hasMocks: Whether the spec at a path has a file with mocks; nil if that is for the spec to say.
    ///   - prunes: Whether the files of all other specs are to be removed from the folder, or replaced.
    /// - Throws: `TemplateError` if a template of the user's asks for what is not there; `OutputError` if a file that is not
    ///   ours, or is another spec's, is in the way, or the folder cannot be read.
    package init(
        of specs: [Spec],
        leftOut: [Spec.File] = [],
        from specFiles: SpecFiles,
        by generator: Generator = Generator(),
        to folder: OutputFolder,
        partCount: (String) -> Int = { _ in 1 },
        hasMocks: (String) -> Bool? = { _ in nil },
        prunes: Bool
    ) throws {
        self.folder = folder
        files = try generator.files(for: specs, leftOut: leftOut) { path in
            SpecFileName(
                path: specFiles.name(of: path),
                mark: specFiles.mark(of: path),
                partCount: partCount(path),
                hasMocks: hasMocks(path)
            )
        }
        let marks = specs.flatMap(\.paths).map(specFiles.mark) + [FileMark.run.spec]
        changes = try folder.changes(for: files, specs: marks, prunes: prunes)
    }

    /// Brings the folder to what it should hold. Each file is replaced whole or not at all.
    /// - Throws: `FileWriteError` if something cannot be written or removed.
    package func write() throws {
        try folder.apply(changes, of: files)
    }
}
