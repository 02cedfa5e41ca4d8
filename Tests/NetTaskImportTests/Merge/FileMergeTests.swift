import NetTaskImport
import NetTaskSpec
import Testing

@Suite("Merging several files")
struct FileMergeTests {
    private let main = """
        nettask: 1
        client: Pets
        include: [shapes.nettask.yaml, pets.nettask.yaml]

        """
    private let shapes = """
        shapes:
          Pet:
            fields:
              id: Int
              name: String

        """
    private let pets = """
        endpoints:
          # Lists them.
          ListPets:
            uri: pets
            response: "[Pet]"

          GetPet:
            uri: pets/{id}
            response: Pet

        """

    private var base: [String: String] {
        ["main.nettask.yaml": main, "shapes.nettask.yaml": shapes, "pets.nettask.yaml": pets]
    }

    @Test("the first import is what it makes")
    func firstImport() throws {
        let merged = try merge(base: [:], ours: [:], theirs: base)

        #expect(merged.texts == base)
        #expect(merged.changes == [])
    }

    @Test("an endpoint that the team moved to another file is changed there")
    func movedByTheTeam() throws {
        // given
        var ours = base
        ours["pets.nettask.yaml"] = "endpoints:\n  ListPets:\n    uri: pets\n    response: \"[Pet]\"\n"
        ours["one.nettask.yaml"] = "# Ours.\nendpoints:\n    GetPet:\n        uri: pets/{id}\n        response: Pet\n"
        var theirs = base
        theirs["pets.nettask.yaml"] = pets.replacing(
            "    response: Pet\n",
            with: "    response: Pet\n    errors:\n      404: none\n"
        )

        // when
        let merged = try merge(base: base, ours: ours, theirs: theirs)

        // then
        var expected = ours
        expected["one.nettask.yaml"] = ours["one.nettask.yaml"]! + "        errors:\n            404: none\n"
        #expect(merged.texts == expected)
        #expect(merged.changes == ["one.nettask.yaml:6:9: note: `endpoints.GetPet.errors` is new in the document"])
    }

    @Test("an endpoint that the document moved follows, unless the team changed it")
    func movedByTheDocument() throws {
        // given
        var theirs = base
        theirs["main.nettask.yaml"] = main.replacing("pets.nettask.yaml]", with: "pets.nettask.yaml, one.nettask.yaml]")
        theirs["pets.nettask.yaml"] = "endpoints: {}\n"
        theirs["one.nettask.yaml"] = pets
        var ours = base
        ours["pets.nettask.yaml"] = pets.replacing("uri: pets\n", with: "uri: pets\n    timeout: 5s\n")

        // when
        let merged = try merge(base: base, ours: ours, theirs: theirs)

        // then
        #expect(
            merged.texts["pets.nettask.yaml"] == """
                endpoints:
                  # Lists them.
                  ListPets:
                    uri: pets
                    timeout: 5s
                    response: "[Pet]"

                """
        )
        #expect(
            merged.texts["one.nettask.yaml"] == "endpoints:\n\n  GetPet:\n    uri: pets/{id}\n    response: Pet\n"
        )
        #expect(merged.texts["main.nettask.yaml"] == theirs["main.nettask.yaml"])
        #expect(
            merged.changes.contains(
                "one.nettask.yaml:3:3: note: `endpoints.GetPet` moved here from pets.nettask.yaml, as in the document"
            )
        )
    }

    @Test("new endpoints of a file that the team renamed go there")
    func renamedByTheTeam() throws {
        var ours = base
        ours["pets.nettask.yaml"] = nil
        ours["animals.nettask.yaml"] = pets
        ours["main.nettask.yaml"] = main.replacing("pets", with: "animals")
        var theirs = base
        theirs["pets.nettask.yaml"] = pets + "\n  AddPet:\n    uri: pets\n"

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        var expected = ours
        expected["animals.nettask.yaml"] = theirs["pets.nettask.yaml"]
        #expect(merged.texts == expected)
    }

    @Test("new endpoints of a file whose endpoints the team moved into another go after those")
    func mergedByTheTeam() throws {
        // given
        var base = base
        base["dogs.nettask.yaml"] = "endpoints:\n  ListDogs:\n    uri: dogs\n"
        var ours = base
        ours["dogs.nettask.yaml"] = nil
        ours["pets.nettask.yaml"] = pets + "\n  ListDogs:\n    uri: dogs\n"
        var theirs = base
        theirs["dogs.nettask.yaml"] = "endpoints:\n  ListDogs:\n    uri: dogs\n\n  AddDog:\n    uri: dogs\n"

        // when
        let merged = try merge(base: base, ours: ours, theirs: theirs)

        // then
        var expected = ours
        expected["pets.nettask.yaml"] = ours["pets.nettask.yaml"]! + "\n  AddDog:\n    uri: dogs\n"
        #expect(merged.texts == expected)
    }

    @Test("what changed in the main file comes into it under the name that the team gave it")
    func renamedMain() throws {
        var ours = base
        ours["main.nettask.yaml"] = nil
        ours["api.nettask.yaml"] = main + "access: public\n"
        var theirs = base
        theirs["main.nettask.yaml"] = main.replacing("client: Pets\n", with: "client: Pets\ndescription: All pets.\n")

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(merged.texts["main.nettask.yaml"] == nil)
        #expect(merged.texts["api.nettask.yaml"] == theirs["main.nettask.yaml"]! + "access: public\n")
    }

    @Test("the team's comment at an item of a list stays when the document drops the item")
    func commentOfItem() throws {
        let base = "tags:\n  - a\n  - b\n"
        let ours = "tags:\n  - a  # ours\n  - b\n"

        let merged = try merge(base: base, ours: ours, theirs: "tags:\n  - b\n")

        #expect(merged.text == "tags:\n  # ours\n  - b\n")
    }

    @Test("a file that the team removed stays away while its entries do not change")
    func removedByTheTeam() throws {
        var ours = base
        ours["pets.nettask.yaml"] = nil
        ours["main.nettask.yaml"] = main.replacing(", pets.nettask.yaml", with: "")
        var theirs = base
        theirs["shapes.nettask.yaml"] = shapes.replacing("id: Int\n", with: "id: Int64\n")

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(merged.texts["pets.nettask.yaml"] == nil)
        #expect(merged.texts["main.nettask.yaml"] == ours["main.nettask.yaml"])
        #expect(merged.texts["shapes.nettask.yaml"] == theirs["shapes.nettask.yaml"])
    }

    @Test("a file that the team removed comes back with entries that changed, and it is told what is left out")
    func broughtBack() throws {
        var ours = base
        ours["pets.nettask.yaml"] = nil
        ours["main.nettask.yaml"] = main.replacing(", pets.nettask.yaml", with: "")
        var theirs = base
        theirs["pets.nettask.yaml"] = pets.replacing("{id}", with: "{petId}")

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(
            merged.texts["pets.nettask.yaml"] == "endpoints:\n\n  GetPet:\n    uri: pets/{petId}\n    response: Pet\n"
        )
        #expect(merged.texts["main.nettask.yaml"] == main)
        #expect(
            merged.changes.contains(
                "pets.nettask.yaml:1:1: note: pets.nettask.yaml is back with what changed in the document since you "
                    + "removed it; left out, as they did not change: endpoints.ListPets"
            )
        )
    }

    @Test("a file that the document has no more goes, with its line in include, unless the team has something in it")
    func droppedByTheDocument() throws {
        // given
        var theirs = base
        theirs["pets.nettask.yaml"] = nil
        theirs["main.nettask.yaml"] = main.replacing(", pets.nettask.yaml", with: "")
        var ours = base
        ours["main.nettask.yaml"] = main.replacing("client: Pets", with: "client: Pets # ours")
        var withOwn = ours
        withOwn["pets.nettask.yaml"] = pets + "\n  Own:\n    uri: own\n"

        // when
        let merged = try merge(base: base, ours: ours, theirs: theirs)
        let mergedWithOwn = try merge(base: base, ours: withOwn, theirs: theirs)

        // then
        #expect(merged.removed == ["pets.nettask.yaml"])
        #expect(
            merged.texts["main.nettask.yaml"] == "nettask: 1\nclient: Pets # ours\ninclude: [shapes.nettask.yaml]\n"
        )
        #expect(mergedWithOwn.removed.isEmpty)
        #expect(mergedWithOwn.texts["pets.nettask.yaml"] == "endpoints:\n\n  Own:\n    uri: own\n")
        #expect(mergedWithOwn.texts["main.nettask.yaml"] == ours["main.nettask.yaml"])
    }

    @Test("lists merge by their items: what the document added comes, what it dropped goes, what is the team's stays")
    func lists() throws {
        var ours = base
        ours["main.nettask.yaml"] = """
            nettask: 1
            client: Pets
            include:
              - own.nettask.yaml   # ours
              - shapes.nettask.yaml
              - pets.nettask.yaml

            """
        ours["own.nettask.yaml"] = "endpoints:\n  Own:\n    uri: own\n"
        var theirs = base
        theirs["main.nettask.yaml"] = main.replacing("pets.nettask.yaml]", with: "dogs.nettask.yaml]")
        theirs["pets.nettask.yaml"] = nil
        theirs["dogs.nettask.yaml"] = "endpoints:\n  ListDogs:\n    uri: dogs\n"

        let merged = try merge(base: base, ours: ours, theirs: theirs)

        #expect(
            merged.texts["main.nettask.yaml"] == """
                nettask: 1
                client: Pets
                include:
                  - own.nettask.yaml   # ours
                  - shapes.nettask.yaml
                  - dogs.nettask.yaml

                """
        )
        #expect(merged.texts["dogs.nettask.yaml"] == theirs["dogs.nettask.yaml"])
        #expect(merged.texts["own.nettask.yaml"] == ours["own.nettask.yaml"])
    }

    @Test("a text that is no YAML is an error with its place")
    func noYAML() throws {
        var ours = base
        ours["pets.nettask.yaml"] = "endpoints:\n  ListPets: {uri: pets\n"

        let error = #expect(throws: SpecMergeError.self) {
            try merge(base: base, ours: ours, theirs: base)
        }

        #expect(error?.diagnostics.first?.place.description == "pets.nettask.yaml:3:1")
    }
}
