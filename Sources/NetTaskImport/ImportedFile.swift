/// A spec file that an import wrote or would write.
package struct ImportedFile: Sendable, Equatable {
    /// Its name in the folder of the import: `pets.nettask.yaml`.
    package var name: String
    package var text: String

    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}
