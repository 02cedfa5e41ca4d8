import NetTaskImport
import Testing

@Suite("Merging the entries of a file")
struct EntryMergeTests {
    private let base = """
        # Everything about pets.
        endpoints:
          ListPets:
            description: Lists pets.
            uri: pets
            # retry: {maxRetryCount: 3}
            params:
              limit: Int?
            response: "[Pet]"
            errors: {404: Problem}

          GetPet:
            uri: pets/{petId}
            params: {petId: Int}
            response: Pet

        """

    @Test("what the document added comes in after what precedes it there, and what the team added stays")
    func additions() throws {
        // given
        let ours = base.replacing(
            "    # retry: {maxRetryCount: 3}\n",
            with: "    # retry: {maxRetryCount: 3}\n    retry: {maxRetryCount: 5} # as agreed\n"
        )
        let theirs =
            base.replacing("limit: Int?\n", with: "limit: Int?\n      tag: String?\n")
            + "\n  DeletePet:\n    method: DELETE\n    uri: pets/{petId}\n    params: {petId: Int}\n"

        // when
        let merged = try merge(base: base, ours: ours, theirs: theirs)

        // then
        #expect(
            merged.text
                == theirs.replacing(
                    "    # retry: {maxRetryCount: 3}\n",
                    with: "    # retry: {maxRetryCount: 3}\n    retry: {maxRetryCount: 5} # as agreed\n"
                )
        )
        #expect(
            merged.changes == [
                "pets.nettask.yaml:10:7: note: `endpoints.ListPets.params.tag` is new in the document",
                "pets.nettask.yaml:19:3: note: `endpoints.DeletePet` is new in the document",
            ]
        )
    }

    @Test("a value that only the document changed is replaced, and the change is shown with its place")
    func changedValue() throws {
        let ours = base.replacing("uri: pets\n", with: "timeout: 5s\n    uri: pets\n")
        let theirs = base.replacing("limit: Int?", with: "limit: Int")

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(merged.text == ours.replacing("limit: Int?", with: "limit: Int"))
        #expect(
            merged.changes == [
                "pets.nettask.yaml:9:7: note: `endpoints.ListPets.params.limit` was `Int?` and is `Int` in the document"
            ]
        )
    }

    @Test("where both changed the same value, the team's stays and the document's is told")
    func conflict() throws {
        let ours = base.replacing("response: Pet\n", with: "response: MyPet\n")
        let theirs = base.replacing("response: Pet\n", with: "response: Animal\n")

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(merged.text == ours)
        #expect(
            merged.changes == [
                "pets.nettask.yaml:15:5: note: `endpoints.GetPet.response` is `Animal` in the document now; "
                    + "yours stays, since you changed it too"
            ]
        )
    }

    @Test("where both added the same key, the team's stays and the document's is told, if it is another")
    func addedByBoth() throws {
        let ours = base.replacing(
            "    response: Pet\n",
            with: "    timeout: 5s\n    priority: high\n    response: Pet\n"
        )
        let theirs = base.replacing(
            "    response: Pet\n",
            with: "    timeout: 9s\n    priority: high\n    response: Pet\n"
        )

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(merged.text == ours)
        #expect(
            merged.changes == [
                "pets.nettask.yaml:15:5: note: `endpoints.GetPet.timeout` is `9s` in the document now; "
                    + "yours stays, since you changed it too"
            ]
        )
    }

    @Test("an empty map in braces takes entries in the style of the document")
    func emptyMap() throws {
        let theirs = "endpoints:\n  List:\n    uri: a\n"

        let merged = try merge(base: "endpoints: {}\n", ours: "endpoints: { } # none yet\n", theirs: theirs)

        #expect(merged.text == theirs.replacing("endpoints:", with: "endpoints: # none yet"))
    }

    @Test("keys that could move the cursor of a terminal are shown escaped")
    func hostileKeys() throws {
        let merged = try merge(base: "a: 1\n", ours: "a: 1\n", theirs: "a: 1\n\"b\\e[2J\\n\": 2\n")

        #expect(merged.changes == ["pets.nettask.yaml:2:1: note: `b\\u{1B}[2J\\u{A}` is new in the document"])
    }

    @Test("what is gone from the document goes, unless the team changed it")
    func removal() throws {
        let ours = base.replacing("uri: pets/{petId}", with: "timeout: 5s\n    uri: pets/{petId}")
        let theirs = "endpoints: {}\n"

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(
            merged.text == """
                endpoints:

                  GetPet:
                    timeout: 5s
                    uri: pets/{petId}
                    params: {petId: Int}
                    response: Pet

                """
        )
        #expect(
            merged.changes == [
                "pets.nettask.yaml:1:1: note: `endpoints.ListPets` is gone from the document, and from here",
                "pets.nettask.yaml:1:1: note: comments of `endpoints` changed in the document",
                "pets.nettask.yaml:3:3: note: `endpoints.GetPet` is gone from the document; "
                    + "it stays here, since you changed it",
            ]
        )
    }

    @Test(
        "of a map that the document drops only what the team added or changed stays",
        arguments: [
            (
                "defaults:\n  separator: keep\n  timeout: 5s\n",
                "defaults:\n  separator: keep\n  timeout: 9s\n  retry: {maxRetryCount: 3}\n",
                "defaults:\n  timeout: 9s\n  retry: {maxRetryCount: 3}\n"
            ),
            (
                "defaults:\n  errors: {404: Gone}\n", "defaults:\n  errors: {404: Gone, 409: Own}\n",
                "defaults:\n  errors: {409: Own}\n"
            ),
            ("auth:\n  key: {header: X}\n", "auth:\n  key: {header: X}\n  own: bearer\n", "auth:\n  own: bearer\n"),
            ("auth:\n  key: bearer\n  old: basic\n", "auth:\n  key: bearer\n", ""),
            ("auth:\n  key: bearer\n", "auth: # ours\n  key: bearer\n", "auth: # ours\n  key: bearer\n"),
        ]
    )
    func droppedMap(base: String, ours: String, left: String) throws {
        let start = "nettask: 1\nclient: A\n"

        let merged = try merge(base: start + base, ours: start + ours, theirs: start)

        #expect(merged.text == start + left)
    }

    @Test("of the params and errors of an endpoint that the document drops only the team's stay, which is told")
    func droppedParams() throws {
        let base = base.replacing("    # retry: {maxRetryCount: 3}\n", with: "")
        let ours = base.replacing("limit: Int?\n", with: "limit: Int?\n      own: Int?\n")
            .replacing("{404: Problem}", with: "{404: Own, 409: Own}")
        let theirs = base.replacing("    params:\n      limit: Int?\n", with: "")
            .replacing("    errors: {404: Problem}\n", with: "")

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(merged.text == ours.replacing("      limit: Int?\n", with: ""))
        #expect(
            merged.changes == [
                "pets.nettask.yaml:6:5: note: `endpoints.ListPets.params.limit` is gone from the document, and from here",
                "pets.nettask.yaml:9:14: note: `endpoints.ListPets.errors.404` is gone from the document; "
                    + "it stays here, since you changed it",
            ]
        )
    }

    @Test("what the team removed stays away, and is told of where the document changed it")
    func removedByTheTeam() throws {
        let ours = base.replacing("    response: Pet\n", with: "").replacing("    errors: {404: Problem}\n", with: "")
        let theirs = base.replacing("response: Pet\n", with: "response: Animal\n")

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(merged.text == ours)
        #expect(
            merged.changes == [
                "pets.nettask.yaml:11:3: note: `endpoints.GetPet.response` changed in the document; "
                    + "it is not brought back, since you removed it"
            ]
        )
    }

    @Test("maps in braces merge by their entries, in braces")
    func flowMaps() throws {
        let ours = base.replacing("{petId: Int}", with: "{petId: Int, verbose: Bool?}")
        let theirs = base.replacing("{petId: Int}", with: "{petId: Int64, locale: String?}")

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(merged.text == ours.replacing("{petId: Int, v", with: "{petId: Int64, locale: String?, v"))
        #expect(merged.changes.count == 2)
    }

    @Test("a file that the team indented and wrote otherwise takes what is new in its own way")
    func reformatted() throws {
        let ours = """
            endpoints:
                GetPet: {uri: "pets/{petId}", params: {petId: Int}, response: Pet}
                # Everything about pets.
                ListPets:
                    uri: pets
                    description: "Lists pets."
                    params: {limit: Int?}
                    response: "[Pet]"
                    errors:
                        404: Problem
            """
        let theirs = base.replacing("errors: {404: Problem}", with: "errors: {404: Missing, 500: Problem}")
            .replacing("response: Pet\n", with: "response: Pet\n    errors:\n      404: Missing\n")
            .replacing("\n  GetPet:", with: "\n  # One more.\n  AddPet:\n    params:\n      name: String\n\n  GetPet:")

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(
            merged.text == """
                endpoints:
                    GetPet: {uri: "pets/{petId}", params: {petId: Int}, response: Pet, errors: {404: Missing}}
                    # Everything about pets.
                    ListPets:
                        uri: pets
                        description: "Lists pets."
                        params: {limit: Int?}
                        response: "[Pet]"
                        errors:
                            404: Missing
                            500: Problem

                    # One more.
                    AddPet:
                        params:
                            name: String
                """
        )
    }
}
