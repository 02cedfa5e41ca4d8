import Foundation
import NetTaskDurable
import NetTaskModels
import NetTaskRuntime
import NetTaskSQLite
import NetTaskStreams
import Observation

/// The notes of a user: the list on the server, the writes that wait for the server, and the upload of a photo.
@MainActor
@Observable
final class NotesModel {
    /// The notes on the server, as far as they have been loaded.
    private(set) var notes: [Notes.Note] = []
    /// The page to load next; nil after the last page.
    private var nextPage: HTTPPageTask<Notes.ListNotes>? = HTTPPageTask(Notes.ListNotes())
    private(set) var isLoading = false
    /// Why the latest page was not loaded.
    private(set) var error: String?

    /// The tasks of the durable queue: notes that wait, that are being sent, or that the server has rejected.
    let writes: DurableNetTaskQueueModel
    /// The latest upload of a photo, with its progress.
    let photo: NetTaskModel<Notes.AddPhoto>
    let account: Account

    @ObservationIgnored private let queue: HTTPNetTaskQueue
    @ObservationIgnored private let store: SQLiteTaskStore
    @ObservationIgnored private let durableQueue: DurableHTTPNetTaskQueue

    init(_ settings: NotesSettings, _ account: Account, middleware: [any HTTPMiddleware]) throws {
        self.account = account
        let handler = HTTPNetTaskQueueHandler(baseURL: settings.server) { $0.middleware = middleware }
        queue = HTTPNetTaskQueue(handler: handler)
        photo = NetTaskModel(in: queue)

        // A file for each user, so that no note is sent as another user's.
        let name = account.user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        try FileManager.default.createDirectory(at: settings.folder, withIntermediateDirectories: true)
        store = try SQLiteTaskStore(path: settings.folder.appending(path: "\(name).sqlite").path)
        durableQueue = DurableHTTPNetTaskQueue(store: store, handler: handler) { $0.conditions = settings.conditions }
        durableQueue.register(Notes.durableTasks)
        writes = DurableNetTaskQueueModel(
            durableQueue,
            showing: TaskQuery(states: [.waiting, .blocked, .running, .dead], limit: 1000)
        )
        durableQueue.onEnd(of: Notes.SaveNote.self) { [weak self] end in
            guard case .success(let note) = end.result else { return }
            Task { @MainActor in self?.insert(note) }
        }
        durableQueue.start()
    }

    /// Stops the requests. Stored writes stay in their file.
    func close() async {
        photo.cancel()
        await durableQueue.shutdown(grace: .zero)
        await store.close()
    }

    // MARK: The list

    var hasMore: Bool { nextPage != nil }

    func reload() async {
        await load(HTTPPageTask(Notes.ListNotes()), after: [])
    }

    /// Loads the next page. After a failure, it loads the same page again.
    func loadMore() async {
        if let nextPage { await load(nextPage, after: notes) }
    }

    private func load(_ page: HTTPPageTask<Notes.ListNotes>, after earlier: [Notes.Note]) async {
        guard !isLoading else { return }
        isLoading = true
        defer { isLoading = false }
        do {
            let loaded = try await queue.run(page)
            // The pages move when a note is added, so that a note can be on two pages.
            let known = Set(earlier.map(\.id))
            notes = earlier + loaded.items.filter { !known.contains($0.id) }
            nextPage = loaded.next
            error = nil
        } catch .cancelled {
            // The view has gone.
        } catch {
            self.error = "\(error)"
        }
    }

    private func insert(_ note: Notes.Note) {
        notes.removeAll { $0.id == note.id }
        notes.insert(note, at: 0)
    }

    // MARK: Writing

    /// Returns when the note is stored on this device. It reaches the server when there is a network, even after a relaunch.
    func add(_ text: String) async throws {
        try await durableQueue.enqueue(Notes.SaveNote(id: UUID(), text: text))
    }

    /// The notes that the server does not have yet.
    var pending: [PendingNote] { writes.failures.map(PendingNote.init) + writes.waiting.map(PendingNote.init) }

    func retry(_ note: PendingNote) {
        writes.retry([note.id])
    }

    func discard(_ note: PendingNote) {
        writes.drop([note.id])
    }

    func addPhoto(_ file: HTTPFile, to note: Notes.Note) {
        photo.run(Notes.AddPhoto(id: note.id, body: file))
    }
}

/// A note that the server does not have yet.
struct PendingNote: Identifiable {
    enum State: Equatable {
        case waiting
        case sending
        /// It was not saved, for this reason.
        case failed(String)
    }

    let id: DurableTaskID
    let text: String
    let state: State

    init(_ task: StoredTask) {
        self.init(task, task.state == .running ? .sending : .waiting)
    }

    init(_ failure: DurableFailure) {
        // The server's own message, or the kind of failure.
        let problem = failure.body(of: Notes.SaveNote.self)
        self.init(failure.task, .failed(problem?.message ?? "Not saved: \(failure.reason.rawValue)"))
    }

    private init(_ task: StoredTask, _ state: State) {
        id = task.id
        text = (try? Notes.SaveNote(stored: task.task.payload).text) ?? task.task.kind
        self.state = state
    }
}
