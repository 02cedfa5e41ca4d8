import Foundation
import Testing

@Suite("A target of the build plugin without a spec")
struct MissingSpecTests {
    private let tool = Tool()

    @Test(
        "is an error that names the nearest file",
        arguments: [
            (["posts.yaml": "nettask: 1\n"], "rename posts.yaml to posts.nettask.yaml"),
            (["a.yml": "x: 1\n", "b.yml": "# Posts.\nnettask: 1\n"], "rename b.yml to b.nettask.yaml"),
            (["b.yml": "x: 1\n", "c.yaml": ""], "rename b.yml to b.nettask.yaml"),
            (["main.swift": "nettask: 1\n"], "add a spec, or remove the plugin from the target"),
        ]
    )
    func nearest(texts: [String: String], expected: String) throws {
        // given
        for (path, text) in texts { try tool.write(text, to: path) }
        let folder = URL(fileURLWithPath: tool.folder)

        // when
        let error = MissingSpec(folder: folder, files: texts.keys.map(folder.appendingPathComponent))

        // then
        #expect("\(error)" == "NetTaskPlugin found no *.nettask.yaml in \(tool.folder): \(expected)")
    }
}
