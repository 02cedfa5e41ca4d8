import Foundation
import NetTaskDurable
import NetTaskRuntime
import NetTaskSQLite
import Observation

struct Note: Codable, Identifiable {
    /// The progress of a note to the server.
    enum State: Equatable {
        case saved
        /// With the error of the last attempt.
        case waiting(String?)
        case sending
        /// The server rejected it.
        case failed(String)
    }

    let id: UUID
    let text: String
    /// Whether the server has it.
    var isSaved = false
}

/// The model of a notes app, for a view as well as for a terminal.
///
/// A note is first written to a file, and then enqueued in the durable queue. From then on, it reaches the server even if the
/// process ends or the network fails.
@available(macOS 14, iOS 17, *)
@MainActor
@Observable
final class NotesModel {
    private(set) var notes: [Note]
    /// The notes that are still to be sent.
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

    /// Sends the waiting notes, and all that are added later. A note without a task is sent again: the process ended before the
    /// task was stored, or before the model recorded its end. The server stores it under the same id.
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
        // If this fails, the note is sent again at the next start.
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

    /// The notes that the server does not have yet.
    var unsent: [Note] { notes.filter { !$0.isSaved } }

    /// Sends a rejected note again.
    func retry(_ note: Note) {
        if let task = task(of: note) { outbox.retry([task.id]) }
    }

    private func task(of note: Note) -> StoredTask? {
        outbox.tasks.first { $0.task.tags.contains(note.id.uuidString) }
    }
}
