import Foundation
import NetTaskDurable
import NetTaskRuntime
import NetTaskSQLite
import Observation

struct Note: Codable, Identifiable {
    /// How far it has come.
    enum State: Equatable {
        case saved
        /// With what went wrong last.
        case waiting(String?)
        case sending
        /// The server refuses it.
        case failed(String)
    }

    let id: UUID
    let text: String
    /// Whether the server has it.
    var isSaved = false
}

/// What a notes app shows and does, on a screen as well as in a terminal.
///
/// A note is written to a file first, and put into the durable queue then: from there on it reaches the server, whatever becomes
/// of the process and the network.
@available(macOS 14, iOS 17, *)
@MainActor
@Observable
final class NotesModel {
    private(set) var notes: [Note]
    /// What is still to be sent.
    let outbox: DurableNetTaskQueueModel

    @ObservationIgnored private let queue: DurableHTTPNetTaskQueue
    @ObservationIgnored private let file: URL

    init(folder: URL, server: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: "notes.json")
        notes = try (try? Data(contentsOf: file)).map { try JSONDecoder().decode([Note].self, from: $0) } ?? []
        queue = DurableHTTPNetTaskQueue(
            store: try SQLiteTaskStore(path: folder.appending(path: "outbox.sqlite").path),
            handler: HTTPNetTaskQueueHandler(baseURL: server)
        )
        queue.register(Notes.durableTasks)
        outbox = DurableNetTaskQueueModel(queue)
        queue.onEnd(of: Notes.SaveNote.self) { [weak self] end in
            guard case .success(let note) = end.result else { return }
            Task { @MainActor in self?.setSaved(note.id) }
        }
    }

    /// Sends what waits, and what is added from now on. A note whose task is missing, since the process ended before it was
    /// stored, or before its end was noticed here, is sent again: the server keeps it under the same id.
    func start() async throws {
        let tasks = try await queue.tasks(TaskQuery(states: [.waiting, .blocked, .running, .dead], limit: .max))
        let known = Set(tasks.flatMap(\.task.tags))
        for note in notes where !note.isSaved && !known.contains(note.id.uuidString) { try await enqueue(note) }
        queue.start()
    }

    func add(_ text: String) async throws {
        let note = Note(id: UUID(), text: text)
        try write(notes + [note])
        notes.append(note)
        try await enqueue(note)
    }

    private func enqueue(_ note: Note) async throws {
        try await queue.enqueue(Notes.SaveNote(id: note.id, text: note.text), .tag(note.id.uuidString))
    }

    private func setSaved(_ id: UUID) {
        guard let index = notes.firstIndex(where: { $0.id == id }) else { return }
        notes[index].isSaved = true
        // If that fails, the note is sent once more at the next start.
        try? write(notes)
    }

    private func write(_ notes: [Note]) throws {
        try JSONEncoder().encode(notes).write(to: file, options: .atomic)
    }

    func state(of note: Note) -> Note.State {
        if note.isSaved { return .saved }
        guard let task = task(of: note) else { return .waiting(nil) }
        return switch task.state {
        case .running: .sending
        case .dead: .failed(task.lastError ?? "")
        case .waiting, .blocked, .succeeded, .cancelled: .waiting(task.lastError)
        }
    }

    /// The notes that the server does not have.
    var unsent: [Note] { notes.filter { !$0.isSaved } }

    /// Sends a note that the server refused once more.
    func retry(_ note: Note) {
        if let task = task(of: note) { outbox.retry([task.id]) }
    }

    private func task(of note: Note) -> StoredTask? {
        outbox.tasks.first { $0.task.tags.contains(note.id.uuidString) }
    }
}
