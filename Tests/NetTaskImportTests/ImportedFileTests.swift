import NetTaskImport
import Testing

@Suite("ImportedFile")
struct ImportedFileTests {
    @Test("is the same if name and text are")
    func equality() {
        #expect(ImportedFile(name: "a", text: "b") == ImportedFile(name: "a", text: "b"))
        #expect(ImportedFile(name: "a", text: "b") != ImportedFile(name: "a", text: "c"))
    }
}
