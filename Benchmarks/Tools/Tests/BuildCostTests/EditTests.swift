import Testing

@testable import build_cost

@Suite struct EditTests {
    private let document = """
        paths:
          /files/all:
            get:
              operationId: listFilesOfAll
              summary: All.
          /files:
            get:
              operationId: listFiles
              summary: Lists files.
              parameters:
                - in: query
                  name: purpose

        """
    private let spec = """
        endpoints:
          ListFilesOfAll:
            description: All.
          ListFiles:
            description: Lists files.
            uri: files
            params:
              purpose: String?

        """

    @Test("A description is edited in the operation of that id alone")
    func documentDescription() throws {
        let edited = try Edit.description.applied(toDocument: document, operation: "listFiles")
        #expect(edited == replacing("summary: Lists files.", by: "summary: Lists files. Edited.", in: document))
    }

    @Test("A parameter is added before the others of the operation, indented as they are")
    func documentParam() throws {
        let edited = try Edit.param.applied(toDocument: document, operation: "listFiles")
        let added = """
                  parameters:
                    - in: query
                      name: added
                      required: false
                      schema:
                        type: string

            """
        #expect(edited == replacing("      parameters:\n", by: added, in: document))
    }

    @Test("A description is edited in the endpoint of that name alone")
    func specDescription() throws {
        let edited = try Edit.description.applied(toSpec: spec, endpoint: "ListFiles")
        #expect(edited == replacing("description: Lists files.", by: "description: Lists files. Edited.", in: spec))
    }

    @Test("A param is added before the others of the endpoint")
    func specParam() throws {
        let edited = try Edit.param.applied(toSpec: spec, endpoint: "ListFiles")
        #expect(edited == replacing("params:\n", by: "params:\n      added: String?\n", in: spec))
    }

    @Test("Where there is nothing to edit, that is an error")
    func nothing() {
        #expect(throws: Edit.NoPlace.self) {
            try Edit.param.applied(toDocument: document, operation: "deleteFile")
        }
        #expect(throws: Edit.NoPlace.self) {
            try Edit.param.applied(toSpec: "endpoints:\n  ListFiles:\n    uri: files\n", endpoint: "ListFiles")
        }
    }

    private func replacing(_ text: String, by other: String, in whole: String) -> String {
        let parts = whole.split(separator: text, maxSplits: 1, omittingEmptySubsequences: false)
        return parts.joined(separator: other)
    }
}
