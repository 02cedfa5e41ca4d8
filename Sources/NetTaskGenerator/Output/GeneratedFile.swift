/// A Swift file to be written.
package struct GeneratedFile: Sendable, Hashable {
    /// Its name in the output folder.
    package let name: String
    package let mark: FileMark
    package let text: String
}
