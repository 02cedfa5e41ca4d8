import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("The groups of an import with a group for each tag")
struct GroupTests {
    private func imported(
        _ paths: String,
        hasGroups: Bool = true,
        over previous: [ImportedFile] = []
    ) -> [ImportedFile] {
        let text = """
            openapi: 3.0.3
            info: {title: Shop, version: '1'}
            tags: [{name: orders, description: What customers buy.}]
            paths:
            \(paths)
            components:
              schemas:
                Pet: {type: object, properties: {id: {type: integer}}}
            """
        var options = DocumentImporter.Options()
        options.hasGroups = hasGroups
        options.previous = previous
        return DocumentImporter.import(path: "api.yaml", in: ["api.yaml": Array(text.utf8)], options: options).files
    }

    private func path(_ path: String, _ id: String, tag: String?) -> String {
        let tags = tag.map { ", tags: [\($0)]" } ?? ""
        let reply = "{description: D, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}"
        return "  \(path): {get: {operationId: \(id)\(tags), responses: {'200': \(reply)}}}\n"
    }

    /// The endpoints of the specs, after the names of their groups.
    private func endpoints(_ files: [ImportedFile]) throws -> [String] {
        let result = SpecReader.read(sources: files.map { SpecReader.Source(path: $0.name, text: $0.text) })
        #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
        return try #require(result.specs.first).endpoints.map(\.qualifiedName).sorted()
    }

    @Test("contain the endpoints of the tag; endpoints without a tag are directly in the client")
    func tags() throws {
        let paths = path("/orders", "listOrders", tag: "orders") + path("/health", "health", tag: nil)
        #expect(try endpoints(imported(paths)) == ["Health", "Orders.ListOrders"])
    }

    @Test("do not exist without the option")
    func flat() throws {
        let files = imported(path("/orders", "listOrders", tag: "orders"), hasGroups: false)
        #expect(try endpoints(files) == ["ListOrders"])
    }

    @Test("remove their names from the starts of the names of endpoints")
    func prefix() throws {
        let paths = path("/orders", "orders/list-open", tag: "orders") + path("/o", "ordersPet", tag: "orders")
        #expect(try endpoints(imported(paths)) == ["Orders.ListOpen", "Orders.OrdersPet"])
    }

    @Test("get another name than a shape")
    func shape() throws {
        #expect(try endpoints(imported(path("/pets", "getPets", tag: "pet"))) == ["PetAPI.GetPets"])
    }

    @Test("keep the names that endpoints had before the option was used")
    func former() throws {
        let paths = path("/orders", "listOrders", tag: "orders")
        let grouped = imported(paths, over: imported(paths, hasGroups: false))
        #expect(grouped.contains { $0.text.contains("was: [Shop.ListOrders]") })
        let renamed = imported(path("/orders", "findOrders", tag: "orders"), over: grouped)
        #expect(renamed.contains { $0.text.contains("was: [Shop.ListOrders, ListOrders]") })
        #expect(try endpoints(renamed) == ["Orders.FindOrders"])
    }
}
