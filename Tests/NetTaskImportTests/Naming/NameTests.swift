import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Names")
struct NameTests {
    @Test(
        "of members follow Swift's style, and are unique",
        arguments: [
            (["user_id", "URL", "HTTPStatus"], ["userId", "url", "httpStatus"]),
            (["foo_bar", "foo-bar", "fooBar"], ["fooBar", "fooBar2", "fooBar3"]),
            (["+1", "-1", "", "2d", "*"], ["plus1", "minus1", "empty", "n2d", "asterisk"]),
            (["größe", "名前", "🐶"], ["größe", "名前", "value"]),
            (["self", "pack"], ["selfValue", "packValue"]), (["title", "-title"], ["title", "minusTitle"]),
        ]
    )
    func members(_ texts: [String], _ names: [String]) {
        #expect(MemberNames.names(for: texts, reserved: ["self", "pack"]) == names)
    }

    @Test("of types differ from each other, and from Swift's own")
    func types() {
        // given
        let names = TypeNames(reserved: ["API"])

        // then
        #expect(names.name(for: "pet", .shape) == "Pet")
        #expect(names.name(for: "Pet", .shape) == "Pet2")
        #expect(names.name(for: "pet", .endpoint) == "PetTask")
        #expect(names.name(for: "Error", .shape) == "ErrorModel")
        #expect(names.name(for: "repos/list-for-user", .endpoint) == "ReposListForUser")
        #expect(names.name(for: "2fa", .shape) == "N2fa")
        #expect(names.name(for: "🐶", .shape) == "Model")
    }

    @Test(
        "of types for statuses state whether these are errors",
        arguments: [("399", "Status399"), ("400", "Error400")]
    )
    func statuses(_ text: String, _ name: String) {
        #expect(TypeNames().name(for: text, .shape) == name)
    }

    @Test(
        "of clients are derived from titles",
        arguments: [
            ("Swagger Petstore - OpenAPI 3.0", "SwaggerPetstore"), ("GitHub v3 REST API", "GitHubV3RestApi"),
            ("", "API"),
            ("Data", "DataAPI"), ("3scale: the API", "N3scale"),
        ]
    )
    func clients(_ title: String, _ name: String) {
        #expect(ClientName.name(forTitle: title) == name)
    }

    @Test("of files have at most as many bytes as a file system allows")
    func lengths() {
        let long = String(repeating: "名", count: 150)
        let names = ImportedFileNames(client: long, tags: [long, long + "a"])
        for home in [SpecHome.shared, .tag(long), .tag(long + "a")] { #expect(names.name(home).utf8.count <= 120) }
        #expect(names.main.utf8.count <= 120)
        #expect(names.name(.tag(long)) != names.name(.tag(long + "a")))
        #expect(ClientName.name(forTitle: long).utf8.count <= 100)
    }
}
