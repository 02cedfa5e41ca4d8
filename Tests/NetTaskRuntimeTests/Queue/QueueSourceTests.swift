import Testing

@Suite("The sources of the queue")
struct QueueSourceTests {
    @Test("The queue knows no wire: its sources name nothing of the rooms beside it")
    func words() {
        // given
        let files = Repository.files(in: Repository.folder + "/Sources/NetTaskRuntime/Queue", ending: ".swift")
        #expect(!files.isEmpty)
        // then
        for file in files {
            let text = Repository.text(of: file)
            for word in ["HTTP", "Pack" + "ing", "Packer", "JSON", "URL"] {
                #expect(!text.contains(word), "\(word) in \(file)")
            }
        }
    }
}
