import NetTaskImport
import Testing

@Suite("Merging comments and forms of text")
struct CommentMergeTests {
    private let base = """
        # Imported.

        # About pets.
        endpoints:
          # Lists pets.
          ListPets:
            uri: pets
            # retry: {maxRetryCount: 3}
            errors:
              404: Problem  # No such pet.

        """

    @Test("a comment that the team left as it was follows the document")
    func followed() throws {
        let ours = base.replacing("uri: pets", with: "uri: my/pets  # ours")
        let theirs = base.replacing("About pets.", with: "All about pets.").replacing(
            "No such pet.",
            with: "Not found."
        )
        .replacing("maxRetryCount: 3", with: "maxRetryCount: 4")

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(merged.text == theirs.replacing("uri: pets", with: "uri: my/pets  # ours"))
    }

    @Test("a comment that the team changed or removed stays as the team has it, which is told")
    func kept() throws {
        let ours = base.replacing("# About pets.\n", with: "").replacing("No such pet.", with: "None.")
            .replacing("  # Lists pets.\n", with: "  # All of them.\n")
        let theirs = base.replacing("About pets.", with: "All about pets.").replacing(
            "No such pet.",
            with: "Not found."
        )
        .replacing("Lists pets.", with: "Lists the pets.")

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(merged.text == ours)
        #expect(
            merged.changes.filter { $0.contains("yours stay") }.count == 3
        )
    }

    @Test("a comment of the team beside one of the document hinders nothing")
    func beside() throws {
        let ours = base.replacing("  # Lists pets.\n", with: "  # Ours.\n  # Lists pets.\n")
        let theirs = base.replacing("Lists pets.", with: "Lists the pets.")

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(merged.text == ours.replacing("Lists pets.", with: "Lists the pets."))
    }

    @Test("a comment that is new in the document comes in before the team's")
    func new() throws {
        let ours = base.replacing("    uri: pets\n", with: "    # Ours.\n    uri: pets\n")
        let theirs = base.replacing("    uri: pets\n", with: "    # Relative.\n    uri: pets\n")

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(merged.text == ours.replacing("    # Ours.\n", with: "    # Relative.\n    # Ours.\n"))
    }

    @Test("a comment above which the team put an entry of its own is the document's still")
    func neighbours() throws {
        let ours = base.replacing("    errors:\n", with: "    # Mine.\n    retry: {maxRetryCount: 3}\n    errors:\n")
        let theirs = base.replacing("maxRetryCount: 3", with: "maxRetryCount: 4")

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(merged.text == ours.replacing("# retry: {maxRetryCount: 3}", with: "# retry: {maxRetryCount: 4}"))
    }

    @Test(
        "the form of the team's file stays: line breaks, byte order mark, a last line without a break",
        arguments: ["\r\n", "\u{FEFF}", "end"]
    )
    func forms(_ form: String) throws {
        func formed(_ text: String) -> String {
            switch form {
            case "\r\n": text.replacing("\n", with: "\r\n")
            case "end": String(text.dropLast())
            default: form + text
            }
        }
        let theirs = base + "  GetPet:\n    uri: pets/{id}\n"

        let merged = try merge(base: base, ours: formed(base), theirs: theirs)

        #expect(merged.text == formed(theirs))
    }

    @Test(
        "what cannot be taken apart counts as one value and is never lost",
        arguments: [
            "    common: &common {timeout: 5s}\n    <<: *common\n",
            "    params: &params\n      limit: Int\n    ignored: *params\n",
            "    ? complex\n    : value\n",
            "    description: >-\n      a\n      # b\n\n      c\n    oneOf:\n    - type: A\n    # own\n    - type: B\n",
            "    params: {a: Int, # own\n      b: [\n        c, # other\n      ], d: \"x, }\"}\n",
            "    \"quoted: key\" : 'x'\n    text: one\n      two\n",
        ]
    )
    func opaque(_ own: String) throws {
        let ours = base.replacing("    uri: pets\n", with: "    uri: pets\n" + own)
        let theirs = base.replacing("uri: pets", with: "uri: v2/pets") + "  GetPet:\n    uri: pets/{id}\n"

        let merged = try merge(base: base, ours: ours, theirs: theirs)
        let unchanged = try merge(base: base, ours: ours, theirs: base)

        #expect(merged.text.contains(own))
        #expect(merged.text.contains("  GetPet:\n    uri: pets/{id}\n"))
        #expect(unchanged.text == ours)
    }
}
