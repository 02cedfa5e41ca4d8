import Testing

@testable import NetTaskSpec

/// What a spec may ask for, and that asking for more costs next to nothing.
@Suite struct BudgetTests {
    private let header = "nettask: 1\nclient: API\n"

    @Test(.timeLimit(.minutes(5)))
    func aBillionLaughsEndAtOnce() {
        // given: nine levels of ten aliases each
        var text = header + "shapes:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "  a\(level): &a\(level) [\(aliases)]\n"
        }

        // when
        var found: [String] = []
        let time = processorTime { found = problems(text) }

        // then
        #expect(found == ["9:47: more than 1000000 values in one file, including those that aliases repeat"])
        #expect(time < .seconds(2))
    }

    @Test func mergedLaughsEndToo() {
        // given: each map has twice the entries of the one before it
        var text = header + "shapes:\n  a0: &a0 {k: v}\n"
        for level in 1...40 {
            text += "  a\(level): &a\(level) {<<: *a\(level - 1), k\(level): *a\(level - 1)}\n"
        }

        // when
        let found = problems(text)

        // then
        #expect(found.count == 1)
        #expect(found.first?.contains("more than 1000000 values") == true)
    }

    @Test(arguments: ["[", "{a: ", "- "])
    func fiveThousandLevelsEndAtOnce(_ opening: String) {
        // given
        let text = header + "shapes:\n  " + String(repeating: opening, count: 5_000) + "x"

        // when
        var found: [String] = []
        let time = processorTime { found = problems(text) }

        // then
        #expect(found.count == 1)
        #expect(found.first?.contains("more than 64 nested levels") == true)
        #expect(time < .seconds(2))
    }

    @Test func levelsBehindAliasesCount() {
        // given: 70 levels, of which no line has more than four
        var text = header + "shapes:\n  a0: &a0 [x]\n"
        for level in 1...70 { text += "  a\(level): &a\(level) [*a\(level - 1)]\n" }

        // then
        #expect(problems(text) == ["66:14: more than 64 nested levels"])
    }

    @Test func sixtyFourLevelsAreAllowed() {
        // given: the root and `shapes` are two of them
        let text = header + "shapes:\n  a: " + String(repeating: "[", count: 62) + String(repeating: "]", count: 62)

        // then
        #expect(problems(text) == ["4:6: the shape `a` must be a map, not a list"])
    }

    @Test func aFileOfSeventeenMegabytesIsRefused() {
        // given
        let bytes = [UInt8](repeating: UInt8(ascii: "#"), count: 17 * 1024 * 1024)

        // when
        var found: [String] = []
        let time = processorTime { found = problems(bytes: bytes) }

        // then
        #expect(found == ["1:1: this file exceeds the limit of 16 MB"])
        #expect(time < .seconds(2))
    }

    @Test func aMillionSmallValuesAreRefused() {
        // given
        let text = header + "shapes: [" + String(repeating: "a,", count: 1_000_001) + "]"

        // then
        #expect(problems(text).first?.contains("more than 1000000 values") == true)
    }

    @Test func namesOf255CharactersAreAllowedAndLongerOnesAreNot() {
        // given
        let longest = String(repeating: "ä", count: 255)

        // then
        #expect(problems(header + "shapes: {\(longest): {fields: {a: Int}}}") == [])
        #expect(
            problems(header + "shapes: {\(longest)ä: {fields: {a: Int}}}")
                == ["3:10: a name cannot be longer than 255 characters"]
        )
    }

    @Test func pathsIntoRepliesAreAsDeepAsRepliesAreRead() {
        // given
        let deepest = Array(repeating: "a", count: 512).joined(separator: ".")

        // then
        #expect(problems(header + "shapes: {S: {fields: {a: {type: Int, from: \(deepest)}}}}") == [])
        for spec in [
            "shapes: {S: {fields: {a: {type: Int, from: \(deepest).a}}}}",
            "endpoints: {A: {uri: a, response: {type: Int, from: \(deepest).a}}}",
            "baseURL: https://a.example\nendpoints: {A: {uri: a, errors: {404: {type: Int, from: \(deepest).a}}}}",
        ] {
            #expect(
                problems(header + spec).first?.hasSuffix(
                    ": `from` has more than 512 levels, the limit for replies"
                ) == true
            )
        }
    }

    @Test func diagnosticsEndAfterTwoHundred() {
        // given
        let shapes = (1...300).map { "  S\($0): {x: 1, fields: {a: Int}}\n" }.joined()

        // when
        let found = problems(header + "shapes:\n" + shapes)

        // then
        #expect(found.count == 201)
        #expect(found.last == "204:10: this file has more than 200 errors; the others are omitted")
    }

    @Test(arguments: ["shapes", "endpoints", "groups"])
    func aFileIsNotReadFurtherOnceItHasMoreErrorsThanAreListed(_ key: String) throws {
        // given
        let shapes = (1...2_000).map { "S\($0): {fields: {a: Int, b: Unknown}}" }.joined(separator: ", ")
        let endpoints = (1...2_000).map { "E\($0): {uri: a, response: Unknown}" }.joined(separator: ", ")
        let value = ["shapes": shapes, "endpoints": endpoints, "groups": "G: {endpoints: {\(endpoints)}}"][key] ?? ""
        let text = header + "baseURL: https://a.example\n\(key): {\(value)}\n"
        let diagnostics = DiagnosticCollector()
        let loader = SpecLoader(["a"], in: SpecStore([.init(path: "a", text: text)]), diagnostics)
        let specs = SpecExtender(loader.parts, diagnostics).specs
        let client = try #require(ClientFiles.all(specs, loader.parts, givenCount: 1, diagnostics).first)
        var decoder = SpecDecoder(client, module: nil, modules: nil, diagnostics: diagnostics)

        // when
        let spec = decoder.decode()

        // then
        #expect(diagnostics.diagnostics().count == 201)
        #expect(spec.shapes.count + spec.endpoints.count == 201)
    }

    @Test func aNodeBehindManyAliasesIsComplainedAboutOnce() {
        // given
        let text = header + "shapes:\n  A: &a {fields: {x: Strin}}\n  B: *a\n  C: *a\n"

        // then
        #expect(problems(text) == ["4:22: unknown type `Strin`"])
    }

    @Test func whatEndpointsInheritIsBoundedToo() {
        // given: 2,000 constants for 2,000 endpoints
        let constants = (1...2_000).map { "c\($0): 1" }.joined(separator: ", ")
        let endpoints = (1...2_000).map { "  E\($0): {uri: a}\n" }.joined()

        // when
        let found = problems(header + "defaults: {constants: {\(constants)}}\nendpoints:\n" + endpoints)

        // then
        #expect(
            found == ["5:3: with defaults, groups and request objects, the endpoints have more than 1000000 values"]
        )
    }

    @Test func headersOfInheritedErrorsAreBoundedToo() {
        // given: 2,000 headers of an error of 2,000 endpoints
        let headers = (1...2_000).map { "h\($0): Int?" }.joined(separator: ", ")
        let endpoints = (1...2_000).map { "  E\($0): {uri: a}\n" }.joined()

        // when
        let found = problems(header + "defaults: {errors: {404: {headers: {\(headers)}}}}\nendpoints:\n" + endpoints)

        // then
        #expect(
            found == ["5:3: with defaults, groups and request objects, the endpoints have more than 1000000 values"]
        )
    }

    @Test func manyParamsThatMakeATaskUniqueAreReadAtOnce() {
        // given
        let names = (1...20_000).map { "p\($0)" }
        let params = names.map { "\($0): Int" }.joined(separator: ", ")
        let unique = "unique: [\(names.joined(separator: ", "))], "

        // when
        let times = ["", unique].map { unique in
            processorTime {
                #expect(problems(header + "endpoints: {Call: {uri: a, \(unique)params: {\(params)}}}") == [])
            }
        }

        // then
        #expect(times[1] < times[0] * 3 + .seconds(1))
    }

    @Test func aLimitKeyOfEachEndpointIsNoLongerThanAName() {
        // given
        let key = String(repeating: "k", count: 256)

        // then
        #expect(
            problems(header + "defaults: {limitKey: \(key)}") == ["3:22: a name cannot be longer than 255 characters"]
        )
    }

    @Test func aMegabyteOnOneLineIsReportedWithoutThatLine() {
        // given
        let shapes = (1...40_000).map { "S\($0): {x: 1, fields: {a: Int}}" }.joined(separator: ", ")

        // when
        let result = SpecReader.read(sources: [.init(path: "a", text: header + "shapes: {\(shapes)}")])

        // then
        #expect(result.diagnostics.count == 201)
        #expect(result.diagnostics[0].description == "a:3:15: error: unknown key `x` in a shape [unknown-key]")
    }

    @Test("a long chain of alternatives is followed once", .timeLimit(.minutes(5)))
    func chain() {
        // given
        var text = header + "shapes:\n"
        for shape in 0..<10_000 { text += "  C\(shape): {oneOf: {a: C\(shape + 1), b: Int}}\n" }
        text += "  C10000: {oneOf: [String, Int]}\n"

        // when
        var found: [String] = []
        let time = processorTime { found = problems(text) }

        // then
        #expect(found.allSatisfy { $0.contains("never reached") })
        #expect(time < .seconds(20))
    }
}
