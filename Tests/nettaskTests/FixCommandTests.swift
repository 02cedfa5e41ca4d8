import Foundation
import Testing

@Suite("nettask validate --fix")
struct FixCommandTests {
    private let nettask = Tool()

    @Test("applies the certain fixes, reports each, and reports the remaining mistakes")
    func fixes() throws {
        // given
        let spec = """
            nettask: 1
            client: A
            endpoints:
              Get: {description: é, uri: {id}/x, metod: POST, params: {id: Strin}}

            """
        try nettask.write(spec.replacing("\n", with: "\r\n"), to: "a.nettask.yaml")

        // when
        let result = try nettask("validate", "a.nettask.yaml", "--fix")

        // then
        #expect(result.status == 1)
        #expect(
            result.output == """
                a.nettask.yaml:4:30: fixed: {id}/x → "{id}/x"
                a.nettask.yaml:4:40: fixed: metod → method

                """
        )
        #expect(result.errors.hasPrefix("a.nettask.yaml:4:67: error: unknown type `Strin` [unknown-shape]\n"))
        let fixed = spec.replacing("{id}/x", with: "\"{id}/x\"").replacing("metod", with: "method")
        #expect(try nettask.text(of: "a.nettask.yaml") == fixed.replacing("\n", with: "\r\n"))
    }

    @Test("reports valid specs when no mistake is left, and then changes nothing")
    func valid() throws {
        // given
        try nettask.write("nettask: 1\nclient: A\nendpoints: {Get: {uri: x, metod: POST}}\n", to: "s/a.nettask.yaml")

        // when
        let first = try nettask("validate", "s", "--fix")
        let second = try nettask("validate", "s", "--fix")

        // then
        #expect(first.status == 0)
        #expect(first.output == "s/a.nettask.yaml:3:27: fixed: metod → method\n1 spec is valid\n")
        #expect(second.output == "1 spec is valid\n")
    }

    @Test("fixes the files that a spec extends, but none that an import wrote")
    func imported() throws {
        // given
        let document = "openapi: 3.0.3\ninfo: {title: Pets, version: '1'}\nservers: [{url: https://h.example}]\n"
        try nettask.write(
            document + "paths: {/a: {get: {operationId: getA, responses: {'204': {description: None}}}}}\n",
            to: "a.yaml"
        )
        _ = try nettask("import", "a.yaml", "-o", "imported")
        let edited = try nettask.text(of: "imported/pets.nettask.yaml").replacing("baseURL: ", with: "baseUrl: ")
        try nettask.write(edited, to: "imported/pets.nettask.yaml")
        try nettask.write("nettask: 1\nextends: base.nettask.yaml\n", to: "mine.nettask.yaml")
        try nettask.write(
            "nettask: 1\nextends: imported/pets.nettask.yaml\ndefaults: {encodng: json}\n",
            to: "base.nettask.yaml"
        )

        // when
        let result = try nettask("validate", "mine.nettask.yaml", "--fix")

        // then
        #expect(result.status == 1)
        #expect(result.output == "base.nettask.yaml:3:12: fixed: encodng → encoding\n")
        #expect(result.errors.contains("unknown key `baseUrl`"))
        #expect(try nettask.text(of: "imported/pets.nettask.yaml") == edited)
    }

    @Test("keeps a link to a spec, and fixes the file behind it")
    func link() throws {
        // given
        try nettask.write("nettask: 1\nclient: A\nbaseUrl: https://h.example\n", to: "real.nettask.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: "\(nettask.folder)/link.nettask.yaml",
            withDestinationPath: "real.nettask.yaml"
        )

        // when
        let result = try nettask("validate", "link.nettask.yaml", "--fix")

        // then
        #expect(result.output == "link.nettask.yaml:3:1: fixed: baseUrl → baseURL\n1 spec is valid\n")
        #expect(try nettask.text(of: "real.nettask.yaml").contains("baseURL: "))
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: "\(nettask.folder)/link.nettask.yaml")
        #expect(target == "real.nettask.yaml")
    }

    @Test("lists the applied fixes in its JSON")
    func json() throws {
        // given
        try nettask.write("nettask: 1\nclient: A\nendpoints: {Get: {uri: x, metod: POST}}\n", to: "a.nettask.yaml")

        // when
        let result = try nettask("validate", "a.nettask.yaml", "--fix", "--format", "json")

        // then
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        let fixed = try #require((object?["fixed"] as? [[String: Any]])?.first)
        #expect(result.status == 0)
        #expect(fixed["file"] as? String == "a.nettask.yaml")
        #expect(fixed["line"] as? Int == 3)
        #expect(fixed["column"] as? Int == 27)
        #expect(fixed["old"] as? String == "metod")
        #expect(fixed["text"] as? String == "method")
        #expect((object?["diagnostics"] as? [Any])?.isEmpty == true)
    }

    @Test("cannot be used with --watch")
    func watch() throws {
        let result = try nettask("validate", "a.nettask.yaml", "--watch", "--fix")
        #expect(result.status == 64)
        #expect(result.errors.contains("'--fix' cannot be used with '--watch'"))
    }
}
