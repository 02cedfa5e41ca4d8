import Clients
import ExampleServer
import Foundation
import NetTaskRuntime

/// Uses the client module that `nettask generate` wrote for `Specs`.
///
///     posts                       sends requests to its own server on loopback
///     posts --base-url URL        sends requests to this server, such as https://jsonplaceholder.typicode.com
///     posts --serve               runs only the server, and prints its address
@main
struct Posts {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.isEmpty {
            let server = try await ExampleServer.start()
            try await Tour(baseURL: server.baseURL, server: server).run()
        } else if arguments == ["--serve"] {
            let server = try await ExampleServer.start(prints: false)
            FileHandle.standardOutput.write(Data("\(server.baseURL)\n".utf8))
            try await Task.sleep(for: .seconds(3600))
        } else if arguments.count == 2, arguments[0] == "--base-url" {
            try await Tour(baseURL: arguments[1], server: nil).run()
        } else {
            FileHandle.standardError.write(Data("usage: posts [--base-url URL | --serve]\n".utf8))
            exit(64)
        }
    }
}
