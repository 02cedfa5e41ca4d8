import NetTaskSpec
import Testing

@testable import NetTaskImport

@Suite("Paged lists")
struct PageSuggestionTests {
    /// The shared spec and that of the endpoint `list`, of a document with this operation and these schemas.
    private func specs(_ operation: String, _ schemas: String, _ method: String) -> [ImportedFile] {
        let document = """
            openapi: 3.1.0
            info: {title: Shop, version: '1'}
            paths:
              /posts:
                \(method):
                  operationId: list
                  tags: [posts]
            \(operation.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n"))
            components:
              schemas:
                Post: {type: object, required: [id], properties: {id: {type: string}}}
            \(schemas.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
            """
        let result = DocumentImporter.import(path: "shop.yaml", in: ["shop.yaml": Array(document.utf8)])
        #expect(result.diagnostics.map(\.description) == [])
        return result.files
    }

    private func reply(_ schema: String) -> String {
        "responses: {'200': {description: ok, content: {application/json: {schema: \(schema)}}}}"
    }

    /// The suggestion, which is checked as a part of the spec.
    private func pages(_ operation: String, _ schemas: String = "", method: String = "get") -> String? {
        comments(operation, schemas, method: method).first
    }

    /// The suggestion and what is said of it.
    private func comments(_ operation: String, _ schemas: String = "", method: String = "get") -> [String] {
        let files = specs(operation, schemas, method)
        let lines = files.flatMap { $0.text.split(separator: "\n") }
        let sources = files.map { file in
            SpecReader.Source(path: "imported/\(file.name)", text: file.text.replacing("# pages: ", with: "pages: "))
        }
        #expect(SpecReader.read(sources: sources).diagnostics.map(\.description) == [])
        let comments = lines.drop { !$0.contains("# pages: ") }.prefix { $0.contains("# ") }
        return comments.map { String($0.drop { $0 == " " }) }
    }

    @Test("by a header `Link`")
    func link() {
        let operation = """
            responses:
              '200':
                description: ok
                headers: {Link: {schema: {type: string}}}
                content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Post'}}}}
            """
        #expect(pages(operation) == "# pages: {next: Link}")
    }

    @Test("by a token, also one level down")
    func token() {
        let operation = """
            parameters: [{name: page_token, in: query, schema: {type: string}}]
            \(reply("{$ref: '#/components/schemas/Posts'}"))
            """
        let list = "data: {type: array, items: {$ref: '#/components/schemas/Post'}}"
        #expect(
            pages(operation, "Posts: {type: object, properties: {\(list), next_page_token: {type: string}}}")
                == "# pages: {cursor: pageToken, next: nextPageToken, items: data}"
        )
        #expect(
            pages(
                operation,
                """
                Posts: {type: object, properties: {\(list), meta: {$ref: '#/components/schemas/Meta'}}}
                Meta: {type: object, properties: {next_cursor: {type: string}}}
                """
            ) == "# pages: {cursor: pageToken, next: meta.nextCursor, items: data}"
        )
        #expect(
            pages(operation, "Posts: {type: object, properties: {\(list), next_page_token: {type: integer}}}") == nil
        )
    }

    @Test("by the last item, while more items follow")
    func lastItem() {
        let operation = """
            parameters: [{name: starting_after, in: query, schema: {type: string}}]
            \(reply("{$ref: '#/components/schemas/Posts'}"))
            """
        let list = "data: {type: array, items: {$ref: '#/components/schemas/Post'}}"
        #expect(
            pages(operation, "Posts: {type: object, properties: {\(list), has_more: {type: boolean}}}")
                == "# pages: {cursor: startingAfter, next: data.last.id, items: data, more: hasMore}"
        )
    }

    @Test("by a URL")
    func url() {
        let list =
            "value: {type: array, items: {$ref: '#/components/schemas/Post'}}, tags: {type: array, items: {type: string}}"
        #expect(
            pages(
                reply("{$ref: '#/components/schemas/Posts'}"),
                "Posts: {type: object, properties: {\(list), '@odata.nextLink': {type: string}}}"
            ) == "# pages: {url: odataNextLink, items: value}"
        )
    }

    @Test("by a cursor that begins with an empty text, if its description states this")
    func emptyCursor() {
        let words = "Pass an empty string for the first page, then use next_cursor."
        let operation = """
            parameters:
              - {name: cursor, in: query, description: '\(words)', schema: {type: string}}
              - {name: limit, in: query, schema: {type: integer}}
            \(reply("{$ref: '#/components/schemas/Posts'}"))
            """
        let list = "data: {type: array, items: {$ref: '#/components/schemas/Post'}}, total_entries: {type: integer}"
        #expect(
            comments(operation, "Posts: {type: object, properties: {\(list), next_cursor: {type: string}}}") == [
                "# pages: {cursor: cursor, next: nextCursor, items: data}",
                "# It assumes that `cursor` takes the `nextCursor` of the page before, and the last page has none.",
                "# The first page: add `params: {cursor: {type: String, default: \"\"}}`, as the document describes it.",
                "# To verify it, compare the number of items of all pages with a small `limit` with `totalEntries`.",
            ]
        )
    }

    @Test(
        "by a number",
        arguments: [
            ("offset", "{type: integer}", "# pages: {offset: offset}", nil),
            ("skip", "{type: integer, format: int64}", "# pages: {offset: skip}", nil),
            ("page", "{type: integer}", "# pages: {page: page}", nil),
            (
                "page", "{type: integer, default: 0}", "# pages: {page: page}",
                "# The first page: add `params: {page: {type: Int, default: 0}}`, as the document describes it."
            ),
            ("page", "{type: string}", nil, nil),
        ]
    )
    func counted(_ name: String, _ schema: String, _ pages: String?, _ first: String?) {
        let operation = """
            parameters: [{name: \(name), in: query, schema: \(schema)}]
            \(reply("{type: array, items: {$ref: '#/components/schemas/Post'}}"))
            """
        let comments = comments(operation)
        #expect(comments.first == pages)
        #expect(comments.first { $0.contains("The first page") } == first)
    }

    @Test("of a POST with a param for the next page")
    func search() {
        // given
        let list = reply("{type: array, items: {$ref: '#/components/schemas/Post'}}")
        let body = { (name: String) in
            "requestBody: {content: {application/json: {schema: {type: object, properties: {\(name): {type: integer}}}}}}"
        }

        // then
        #expect(pages("\(body("offset"))\n\(list)", method: "post") == "# pages: {offset: offset}")
        #expect(pages("\(body("count"))\n\(list)", method: "post") == nil)
        #expect(pages("\(body("offset"))\n\(list)", method: "put") == nil)
    }

    @Test("without a known form, no pages are suggested")
    func nothing() {
        #expect(pages(reply("{type: array, items: {$ref: '#/components/schemas/Post'}}")) == nil)
        #expect(pages(reply("{$ref: '#/components/schemas/Post'}")) == nil)
    }
}
