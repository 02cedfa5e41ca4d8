import Foundation
import NetTaskRuntime
import Observation

/// The app for the terminal. It shows the ``NotesModel``, as a view would.
@main
struct Outbox {
    static let usage = """
        usage: outbox add TEXT       writes a note, and keeps it for the server
               outbox list           shows all notes, and which of them the server has
               outbox send SECONDS   sends what waits, for so long at most
               outbox received       shows the notes that the server has
               outbox serve          is the server, for a try
        Notes are in the folder .outbox, and go to http://127.0.0.1:8787, or to $OUTBOX_SERVER.
        """

    @MainActor
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let server = ProcessInfo.processInfo.environment["OUTBOX_SERVER"] ?? "http://127.0.0.1:8787"
        if arguments == ["serve"] { return try await NotesServer().run(at: server) }

        let notes = try NotesModel(folder: URL(filePath: ".outbox"), server: server)
        switch (arguments.first, arguments.count) {
        case ("add", 2):
            try await notes.add(arguments[1])
            say("kept: \(arguments[1])")
        case ("list", 1):
            await change { notes.outbox.isLoaded }
            for note in notes.notes { say(line(for: note, in: notes)) }
        case ("received", 1):
            let received = try await HTTPNetTaskQueue(baseURL: server).run(Notes.ListNotes()).map(\.text)
            say("\(received.count) notes on the server: \(received.joined(separator: ", "))")
        case ("send", 2):
            guard let seconds = Double(arguments[1]) else { fallthrough }
            try await send(notes, for: .seconds(seconds))
        default:
            FileHandle.standardError.write(Data((usage + "\n").utf8))
            exit(64)
        }
    }

    /// Prints each change of a note until the server has all notes, or the time limit is reached.
    @MainActor
    private static func send(_ notes: NotesModel, for time: Duration) async throws {
        await change { notes.outbox.isLoaded }
        try await notes.start()
        let timer = Task {
            try await Task.sleep(for: time)
            say("\(notes.unsent.count) still to send")
            exit(1)
        }
        var lines = notes.notes.map { line(for: $0, in: notes) }
        while !notes.unsent.isEmpty {
            await change { notes.notes.map { line(for: $0, in: notes) } != lines }
            let new = notes.notes.map { line(for: $0, in: notes) }
            for (old, new) in zip(lines, new) where old != new { say(new) }
            lines = new
        }
        timer.cancel()
    }

    @MainActor
    private static func line(for note: Note, in notes: NotesModel) -> String {
        switch notes.state(of: note) {
        case .saved: "saved    \(note.text)"
        case .sending: "sending  \(note.text)"
        case .waiting(nil): "waiting  \(note.text)"
        case .waiting(let error?): "waiting  \(note.text) (\(error))"
        case .failed(let error): "failed   \(note.text) (\(error))"
        }
    }

    /// Waits until a condition of the model is true.
    @MainActor
    private static func change(_ condition: @MainActor () -> Bool) async {
        while !condition() {
            await withCheckedContinuation { continuation in
                withObservationTracking {
                    _ = condition()
                } onChange: {
                    continuation.resume()
                }
            }
        }
    }
}

/// Prints a line without a delay, even if the output is a file.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
