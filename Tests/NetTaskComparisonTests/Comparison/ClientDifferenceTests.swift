import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// Clients, and what has another name.
@Suite struct ClientDifferenceTests {
    @Test("the only clients of both sides are compared, regardless of their names")
    func client() {
        #expect(
            differences(
                ["a.nettask.yaml": "nettask: 1\nclient: A\naccess: public\n"],
                ["a.nettask.yaml": "nettask: 1\nclient: B\ndescription: The B.\naccess: package\n"]
            ) == [
                "new 2:9 callers client: it changed from `A` to `B`, which renames all tasks",
                "new 2:9 other client: `description` changed",
                "new 2:9 callers access: it changed from `public` to `package`",
            ]
        )
    }

    @Test("several clients are matched by their names, which begin the paths; places are in the defining file")
    func clients() {
        #expect(
            differences(
                [
                    "a.nettask.yaml": "nettask: 1\nclient: A\nextends: [s.nettask.yaml]\nendpoints: {G: {uri: g}}\n",
                    "b.nettask.yaml": "nettask: 1\nclient: B\n",
                    "s.nettask.yaml": "nettask: 1\nshapes: {S: {enum: [a, b]}}\n",
                ],
                [
                    "a.nettask.yaml": "nettask: 1\nclient: A\nextends: [s.nettask.yaml]\nendpoints: {G: {uri: h}}\n",
                    "c.nettask.yaml": "nettask: 1\nclient: C\n",
                    "s.nettask.yaml": "nettask: 1\nshapes: {S: {enum: [a]}}\n",
                ]
            ) == [
                "old s.nettask.yaml 2:24 callers A.shapes.S.enum.b: it was removed",
                "new 4:13 server A.endpoints.G: its uri changed from `g` to `h`",
                "new c.nettask.yaml 2:9 additive C: the client was added",
                "old b.nettask.yaml 2:9 callers B: the client was removed",
            ]
        )
    }
}
