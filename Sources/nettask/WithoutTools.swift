#if !Tools
    import ArgumentParser
    import NetTaskGenerator

    struct CallCommand: CommandOfTools {
        static let word = "call"
        static let summary = "Sends a request of a spec"

        @Argument(parsing: .captureForPassthrough)
        var arguments: [String] = []
    }

    struct MockCommand: CommandOfTools {
        static let word = "mock"
        static let summary = "Runs a server that answers as specs describe"

        @Argument(parsing: .captureForPassthrough)
        var arguments: [String] = []
    }

    struct TestCommand: CommandOfTools {
        static let word = "test"
        static let summary = "Finds the differences between a server and its spec"

        @Argument(parsing: .captureForPassthrough)
        var arguments: [String] = []
    }

    /// A command of the trait `Tools`, in a tool that was built without the trait.
    protocol CommandOfTools: ParsableCommand {
        static var word: String { get }
        /// A sentence without its period.
        static var summary: String { get }
    }

    extension CommandOfTools {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: word,
                abstract: "\(summary); this nettask was built without it.",
                discussion: "To build nettask with this command: swift build --product nettask --traits Tools"
            )
        }

        func run() throws {
            printError(
                """
                error: this nettask was built without `\(Self.word)`; in the package NetTask, build it with \
                `swift build --product nettask --traits Tools`
                """
            )
            throw ExitCode(69)  // EX_UNAVAILABLE of sysexits.h
        }
    }
#endif
