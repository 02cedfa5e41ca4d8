import Foundation
import NetTaskSpec
import Testing

@testable import NetTaskGenerator

@Suite("Templates of the user's own")
struct TemplateTests {
    private let yaml = spec("shapes: {A: {fields: {id: Int}}}\nendpoints: {}")

    @Test("a template takes the place of ours of the same name")
    func override() throws {
        // given
        let text = try generate(with: ["namespace.mustache": "{{% CONTENT_TYPE:TEXT}}\n{{access}}struct {{name}} {}\n"])

        // then
        #expect(text.contains("\nstruct API {}\n"))
        #expect(text.contains("struct A: "))
    }

    @Test("a name that a view does not have is an error, also one that an outer view has")
    func unknownName() {
        #expect(
            throws: TemplateError(
                path: nil,
                message: "in the templates, `tasks` is not a name of `namespace`, which has: "
                    + "access, api, authentication, authenticationComment, comment, durableTasks, environments, hasAPI, "
                    + "hasEnvironments, isEmpty, name, separatesAuthentication, separatesDurableTasks"
            )
        ) {
            try generate(with: ["namespace.mustache": "enum {{name}} {}{{#tasks}}x{{/tasks}}\n"])
        }
    }

    @Test("what is not Mustache is an error with its place")
    func malformed() throws {
        try withTemporaryFolder { folder in
            try Data("enum {{#name}\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/namespace.mustache"))
            let error = #expect(throws: TemplateError.self) { try Templates(overriddenBy: folder) }
            #expect(error?.path?.hasPrefix("\(folder)/namespace.mustache:1:") == true)
        }
    }

    @Test("a template that overrides nothing is an error")
    func unknownTemplate() throws {
        try withTemporaryFolder { folder in
            try Data().write(to: URL(fileURLWithPath: "\(folder)/tasks.mustache"))
            #expect(
                throws: TemplateError(
                    path: "\(folder)/tasks.mustache",
                    message:
                        "there is no template `tasks` to override; there are: enumeration, file, namespace, structure, task"
                )
            ) { try Templates(overriddenBy: folder) }
        }
    }

    @Test("a template that includes itself is an error, and no endless loop")
    func recursion() throws {
        try withTemporaryFolder { folder in
            try Data("enum {{name}} {}\n{{> task}}".utf8).write(
                to: URL(fileURLWithPath: "\(folder)/namespace.mustache")
            )
            try Data("{{>namespace}}".utf8).write(to: URL(fileURLWithPath: "\(folder)/task.mustache"))
            let error = #expect(throws: TemplateError.self) { try Templates(overriddenBy: folder) }
            #expect(error?.message == "the template `namespace` includes itself")
        }
    }

    private func generate(with templates: [String: String]) throws -> String {
        try withTemporaryFolder { folder in
            for (name, text) in templates {
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            }
            let options = Generator.Options(templates: try Templates(overriddenBy: folder))
            return try NetTaskGeneratorTests.generate(yaml, options: options)[0].text
        }
    }
}
