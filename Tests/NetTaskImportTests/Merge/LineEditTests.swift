import NetTaskImport
import NetTaskSpec
import Testing

@Suite("Merging files with lines changed at random")
struct LineEditTests {
    private static let spec = """
        # yaml-language-server: $schema=nettask.schema.json
        # https://example.com: a bit of everything.
        nettask: 1
        client: Example
        baseURL:
          production: https://example.com
          local: http://localhost:8080       # at home
        include:
        - a.nettask.yaml
        - b.nettask.yaml  # more

        defaults: {separator: keep, timeout: 10s, retry: {maxRetryCount: 3, interval: 1s}}

        shapes:
          Echo:
            description: |
              What the server saw.

              # Not a comment.
            fields:
              url: URL
              args: {type: "[String: String]", default: {}}
              data: String?

          Mood:
            enum: {good: "+1", bad: "-1"}
          Kind: {enum: [a, b, c]}   # kinds

          # One of several.
          Shape:
            oneOf:
              - type: Circle
                value: 1
              # the other
              - {type: Square, value: 2}
            description: "one
              of them"

        endpoints:
          # Params of every type.
          GetQuery:
            uri: get
            params:
              text: String
              "quoted": Int
              filter: {
                type: Echo,     # the filter
                in: query
              }
            # retry: {maxRetryCount: 5}
            errors:
              404: Echo  # None there.
              default: none

          # The end.
          # Really.
        """ + "\n"

    private static let lines = [
        "# team", "  # team", "    # team", "  team: x", "    team: {a: 1, b: [c]}", "team: y", "      team: z",
        "  - team",
        "", "    team: |", "      team # team", "  team: &team {a: 1}", "    <<: {team: 1}", "    team: *team", "---",
        "...",
    ]

    private func edited(_ text: String, _ random: inout RandomSpecs) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for _ in 0...random.number(below: 4) {
            let index = random.number(below: lines.count)
            switch random.number(below: 9) {
            case 0: lines.remove(at: index)
            case 1: lines.insert(lines[random.number(below: lines.count)], at: index)
            case 2: lines.swapAt(index, random.number(below: lines.count))
            case 3: lines[index] = "  " + lines[index]
            case 4: lines[index] += "  # " + random.name("team")
            case 5...6:
                let line = Self.lines[random.number(below: Self.lines.count)]
                lines.insert(line.replacing("team", with: random.name("team")), at: index)
            case 7:
                var scalars = Array(lines[index])
                guard !scalars.isEmpty else { continue }
                let signs = Array("x: #{}[],-\"'é|")
                scalars.insert(signs[random.number(below: signs.count)], at: random.number(below: scalars.count))
                lines[index] = String(scalars)
            default:
                lines[index] = lines[index].replacing("a", with: "o")
            }
        }
        return lines.joined(separator: "\n")
    }

    @Test("keeps the laws of merging")
    func laws() throws {
        var merges = 0
        for seed in 0..<UInt64(LineEditTests.count) {
            // given
            var random = RandomSpecs(seed: seed + 10_000)
            let ours = edited(Self.spec, &random)
            let theirs = edited(Self.spec, &random).replacing("team", with: "doc")

            // when
            guard let merged = try? merge(base: Self.spec, ours: ours, theirs: theirs) else { continue }
            merges += 1

            // then
            #expect(YAMLNode.reading(Array(merged.text.utf8), path: "").diagnostics.isEmpty, "seed \(seed)")
            let words = Set(merged.text.split { !$0.isLetter && !$0.isNumber })
            let lost = ours.split { !$0.isLetter && !$0.isNumber }.filter {
                $0.hasPrefix("team") && !words.contains($0)
            }
            #expect(!merged.changes.contains { $0.contains("could not be merged") }, "seed \(seed)")
            #expect(lost.isEmpty, "seed \(seed)")
            #expect(try merge(base: Self.spec, ours: Self.spec, theirs: theirs).text == theirs, "seed \(seed)")
            let unchanged = try merge(base: theirs, ours: merged.text, theirs: theirs)
            #expect(unchanged.text == merged.text && unchanged.changes.isEmpty, "seed \(seed)")
        }
        #expect(merges > LineEditTests.count / 10)
    }

    private static let count = 2_000
}
