import Testing

@testable import NetTaskGenerator

@Suite("The syntax of templates")
struct TemplateSyntaxTests {
    /// Two pets, one of them without a name.
    private struct Pet {
        var name: String
        var toys: [String]
    }

    private static let pet = ViewTable<Pet>("pet", "A pet.") { view in
        view.text("name", "") { $0.name }
        view.texts("toys", "") { $0.toys }
        view.flag("isShy", "") { $0.toys.isEmpty }
    }

    private static let house = ViewTable<Void>("house", "A house.") { view in
        view.code("street", "") { "Elm" }
        view.lines("rooms", "") { ["kitchen {", SwiftLine("table").indented(), "}"] }
        view.lines("garages", "") { [] }
        view.lines("call", "") {
            [
                .call(
                    "f(",
                    [
                        "\(StringLiteral(String(repeating: "a", count: 50)))",
                        "second: \(StringLiteral(String(repeating: "b", count: 43)))",
                    ]
                )
            ]
        }
        view.views("pets", "", pet) { [Pet(name: "<Rex>", toys: ["ball", "bone"]), Pet(name: "", toys: [])] }
        view.view("cat", "", pet) { Pet(name: "Tom", toys: []) }
        view.view("dog", "", pet) { nil }
    }

    @Test(
        "tags are replaced by their values",
        arguments: [
            ("variables, without escaping", "{{cat.name}} {{{street}}} {{& street }}", "Tom Elm Elm"),
            ("a literal", "{{#pets}}{{name.literal}}{{/pets}}", #""<Rex>""""#),
            ("a section of a list", "{{#pets}}[{{name}}]{{/pets}}", "[<Rex>][]"),
            ("the value of the section", "{{#pets}}{{#toys}}{{.}},{{/toys}}{{/pets}}", "ball,bone,"),
            ("a section of a view", "{{#cat}}{{name}}{{/cat}}{{#dog}}{{name}}{{/dog}}", "Tom"),
            ("an inverted section", "{{^dog}}no dog{{/dog}}{{^cat}}no cat{{/cat}}", "no dog"),
            ("a flag", "{{#pets}}{{#isShy}}shy{{/isShy}}{{^isShy}}bold {{/isShy}}{{/pets}}", "bold shy"),
            ("a section of lines, once", "{{#rooms}}x{{/rooms}}{{#garages}}y{{/garages}}", "x"),
            ("a name of a view around", "{{#cat}}{{street}}{{/cat}}", "Elm"),
            ("comments", "a{{! of\nlines }}b", "ab"),
            ("other delimiters", "{{=<% %>=}}<%street%> {{street}}<%={{ }}=%> {{street}}", "Elm {{street}} Elm"),
            (
                "a tag alone on its line takes the line with it", "a\n  {{#cat}}\nb\n  {{/cat}}\r\n{{! c }}\nd\n",
                "a\nb\nd\n"
            ),
            ("lines, indented as their tag is", "a\n  {{rooms}}\nb", "a\n  kitchen {\n      table\n  }\nb"),
            ("no lines", "a\n  {{garages}}\nb", "a\nb"),
            (
                "a partial, indented as its tag is", "a\n  {{> part}}\nb",
                "a\n  1\n\n    kitchen {\n        table\n    }\nb"
            ),
            ("a partial within a line", "a {{> part}}", "a 1\n\n  kitchen {\n      table\n  }\n"),
        ] as [(String, String, String)]
    )
    func tag(behaviour: String, template: String, expected: String) throws {
        #expect(try render(template) == expected)
    }

    @Test("a call has an argument on each line only if it exceeds 120 columns")
    func breaking() throws {
        // given a call of 110 columns
        let call = #"f("\#(String(repeating: "a", count: 50))", second: "\#(String(repeating: "b", count: 43))")"#
        #expect(call.count == 110)

        // then
        #expect(try render("          {{call}}\n") == "          \(call)\n")
        #expect(try render("           {{call}}\n").split(separator: "\n").count == 4)
        #expect(try render("           {{call}}\n").hasPrefix("           f(\n               \"aaa"))
    }

    @Test(
        "a mistake is an error with its line",
        arguments: [
            ("a\n{{#cat}}", 2, "the section `cat` is not closed"),
            ("{{#cat}}\n{{/dog}}", 2, "`dog` closes no section; the one that is open is `cat`"),
            ("{{/dog}}", 1, "`dog` closes no section; none is open"),
            ("\n\n{{street", 3, "the tag is not closed"),
            ("{{% x}}", 1, "`% x` is not a name"),
            ("{{=x=}}", 1, "delimiters are set by a tag such as `{{=<% %>=}}`"),
            (
                "a\n{{#cat}}\n{{age}}{{/cat}}", 3,
                "`age` is not a name of the view `pet`, which has: isShy, name, toys"
            ),
            (
                "{{cat.age}}", 1,
                "`cat.age` is not a name of the view `house`, which has: call, cat, dog, garages, pets, rooms, street"
            ),
            ("\n{{> whole}}", 2, "there is no template `whole`; there are: part"),
        ]
    )
    func mistake(template: String, line: Int, message: String) {
        #expect(throws: TemplateError("t.mustache", line: line, message)) { try render(template) }
    }

    private func render(_ text: String) throws -> String {
        let part = try Template("1\n\n  {{rooms}}\n", path: "part.mustache")
        var rendering = Rendering(["part": part])
        try rendering.render(try Template(text, path: "t.mustache"), Self.house.view(of: ()))
        return rendering.text
    }
}
