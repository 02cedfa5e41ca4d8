#if SQLite || PostgreSQL
    import ArgumentParser
    import Foundation
    import NetTaskDurable
    import NetTaskTerminal

    struct FiguresCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "figures",
            abstract: "Counts the events of the last minutes, by kind.",
            discussion: "With --format json, by minute and kind. A store keeps these figures for 7 days."
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        @Option(help: "The number of minutes up to now.")
        var minutes = 60

        func validate() throws {
            if !(1...10_080).contains(minutes) {
                throw ValidationError("--minutes is \(minutes), but must be from 1 to 10080 (7 days).")
            }
        }

        func run() async throws {
            try await output.reporting {
                let start = Date() - TimeInterval(minutes * 60)
                let figures = try await options.read { try await $0.figures(since: start) }
                print(output.isJSON ? json(figures) : table(figures))
            }
        }

        private static var columns: [(name: String, path: KeyPath<TaskFigure, Int>)] {
            [
                ("enqueued", \.enqueued), ("begun", \.begun), ("succeeded", \.succeeded), ("failed", \.failed),
                ("died", \.died), ("cancelled", \.cancelled),
            ]
        }

        private func json(_ figures: [TaskFigure]) -> String {
            let entries = figures.map { figure in
                var fields = JSONFields()
                fields.add("minute", figure.minute)
                fields.add("kind", figure.kind)
                for (name, path) in Self.columns { fields.add(name, figure[keyPath: path]) }
                return fields.json
            }
            var fields = JSONFields()
            fields.add("figures", .list(entries))
            return fields.json.line
        }

        private func table(_ figures: [TaskFigure]) -> String {
            if figures.isEmpty { return "nothing happened in the last \(minutes) minutes" }
            var table = TextTable(
                ["KIND"] + Self.columns.map { $0.name.uppercased() },
                rightAligned: Set(1...Self.columns.count)
            )
            for (kind, figures) in Dictionary(grouping: figures, by: \.kind).sorted(by: { $0.key < $1.key }) {
                let sums = Self.columns.map { column in figures.reduce(0) { $0 + $1[keyPath: column.path] } }
                table.append([kind] + sums.map(String.init))
            }
            return table.text(on: .output)
        }
    }
#endif
