import NetTaskImport
import NetTaskSpec
import Testing

@Suite("Laws of merging")
struct MergeLawTests {
    private static let seeds = 0..<UInt64(300)

    @Test("files that the team left as they were become what the new import makes, byte for byte")
    func untouched() throws {
        for seed in Self.seeds {
            // given
            var random = RandomSpecs(seed: seed)
            var trees = random.files()
            let base = texts(trees)
            random.change(&trees, own: "doc")
            let theirs = texts(trees, random.style())

            // when
            let merged = try merge(base: base, ours: base, theirs: theirs)

            // then
            #expect(merged.texts == theirs, "seed \(seed)")
            #expect(Set(merged.removed) == Set(base.keys).subtracting(theirs.keys), "seed \(seed)")
            try #require(merged.texts == theirs)
        }
    }

    @Test("where the document did not change, nothing does")
    func unchanged() throws {
        for seed in Self.seeds {
            var random = RandomSpecs(seed: seed)
            var trees = random.files()
            let base = texts(trees)
            random.change(&trees, own: "team")
            let ours = texts(trees, random.style())

            let merged = try merge(base: base, ours: ours, theirs: base)

            try #require(merged.texts == ours, "seed \(seed)")
            #expect(merged.removed.isEmpty)
            #expect(merged.changes.isEmpty, "seed \(seed)")
        }
    }

    @Test(
        "the result is YAML, holds all that the team added, tells what it leaves out, and to import the same again changes nothing"
    )
    func nothingLost() throws {
        for seed in Self.seeds {
            // given
            var random = RandomSpecs(seed: seed)
            let trees = random.files()
            var oursTrees = trees
            var theirsTrees = trees
            random.change(&oursTrees, own: "team")
            random.change(&theirsTrees, own: "doc")
            let ours = texts(oursTrees, random.style())
            let theirs = texts(theirsTrees)

            // when
            let merged = try merge(base: texts(trees), ours: ours, theirs: theirs)
            let again = try merge(base: theirs, ours: merged.texts, theirs: theirs)

            // then
            for (name, text) in merged.texts {
                let (_, diagnostics) = YAMLNode.reading(Array(text.utf8), path: name)
                #expect(diagnostics.isEmpty, "seed \(seed): \(diagnostics)")
            }
            let words = Set(merged.texts.values.flatMap(words))
            let lost = Set(ours.values.flatMap(self.words)).filter { $0.hasPrefix("team") && !words.contains($0) }
            try #require(lost.isEmpty, "seed \(seed)")
            let leftOut = values(theirs).subtracting(values(merged.texts)).filter { $0.hasPrefix("doc") }
            let kept = merged.changes.contains { $0.contains("yours stays") || $0.contains("brought back") }
            try #require(leftOut.isEmpty || kept, "seed \(seed)")
            try #require(again.texts == merged.texts, "seed \(seed)")
            #expect(again.changes.isEmpty)
        }
    }

    @Test("changes in different entries do not hinder each other")
    func apart() throws {
        for seed in Self.seeds {
            // given
            var random = RandomSpecs(seed: seed)
            let base = random.section("Endpoint")
            var (ours, theirs, both) = (base, base, base)
            for index in base.entries.indices {
                var changed = base.entries[index].value
                random.change(&changed, own: "new")
                if random.chance(2) {
                    ours.entries[index].value = changed
                } else {
                    theirs.entries[index].value = changed
                }
                both.entries[index].value = changed
            }
            let style = SpecTree.Style(step: 2 + random.number(below: 2))
            func text(_ section: SpecTree, _ style: SpecTree.Style = .init()) -> String {
                SpecTree.map([.init(key: "endpoints", value: section)]).text(style)
            }

            // when
            let merged = try merge(base: text(base), ours: text(ours, style), theirs: text(theirs))

            // then
            try #require(merged.text == text(both, style), "seed \(seed)")
        }
    }

    private func texts(_ trees: [String: SpecTree], _ style: SpecTree.Style = .init()) -> [String: String] {
        trees.mapValues { $0.text(style) }
    }

    /// All keys and scalars.
    private func values(_ texts: [String: String]) -> Set<String> {
        func values(_ node: YAMLNode) -> [String] {
            switch node.content {
            case .scalar(let scalar): [scalar.text]
            case .sequence(let items): items.flatMap(values)
            case .mapping(let entries): entries.flatMap { [$0.key] + values($0.value) }
            }
        }
        return Set(texts.flatMap { YAMLNode.reading(Array($1.utf8), path: $0).root.map(values) ?? [] })
    }

    private func words(_ text: String) -> [String] {
        text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
