import Foundation
import NetTaskRuntime
import Testing

/// Sends a task over real HTTP, and returns what the server saw and what the task made of the answer.
func send<Task: HTTPNetTask>(_ task: Task) async throws -> (request: RecordedRequest, response: Task.Response) {
    try await RecordingServer.run { server, baseURL in
        let queue = HTTPNetTaskQueue(baseURL: baseURL)
        // A busy machine may take longer than a spec allows.
        let response = try await queue.run(task, .timeout(.seconds(600)), .deadline(.seconds(600)))
        let requests = await server.requests
        return (try #require(requests.first), response)
    }
}

/// Text that must arrive as it left: all that means something in a url, a form, a header of multipart or JSON.
let hostileText = "& = + # % / ? ; : @ , 'single' \"double\" \\ \r\n \t {} [] ü 😀 \u{202E}"
