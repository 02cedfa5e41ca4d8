import Foundation
import NetTaskDurable
import NetTaskDurableTesting
import NetTaskRuntime
import Observation
import Testing

@testable import NotesApp

@Suite("Notes", .timeLimit(.minutes(1)))
@MainActor
final class NotesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let network = ManualConditions(.network)
    private let keychain = Keychain()

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Launches the app, with the account that it has kept.
    private func launch(_ server: NotesServer) throws -> Session {
        let settings = NotesSettings(folder: folder, server: server.url, conditions: network) { [keychain] account in
            keychain.account = account
        }
        return try Session(settings, account: keychain.account)
    }

    private func signIn(_ server: NotesServer) async throws -> NotesModel {
        let session = try launch(server)
        await session.signIn(user: "ana", password: "right")
        return try #require(session.notes)
    }

    /// Waits until a condition of the models is true.
    private func until(_ condition: @MainActor () -> Bool) async {
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

    // MARK: Writing

    @Test("A note that was written offline reaches the server after a relaunch")
    func offline() async throws {
        // given
        let server = try await NotesServer.start()
        let first = try await signIn(server)
        network.set([])
        // when
        try await first.add("Buy tea")
        await until { first.pending.map(\.text) == ["Buy tea"] }
        #expect(first.pending.map(\.state) == [.waiting])
        await first.close()
        network.set(.network)
        let second = try #require(try launch(server).notes)
        // then
        await until { second.notes.map(\.text) == ["Buy tea"] && second.pending.isEmpty }
        #expect(await server.texts == ["Buy tea"])
        await second.close()
    }

    @Test("A note that the server rejects is kept until the user discards it")
    func rejected() async throws {
        // given
        let server = try await NotesServer.start()
        let notes = try await signIn(server)
        // when
        try await notes.add("")
        // then
        await until { if case .failed? = notes.pending.first?.state { true } else { false } }
        #expect(notes.pending.first?.state == .failed("A note needs a text."))
        // when
        notes.discard(try #require(notes.pending.first))
        // then
        await until { notes.pending.isEmpty }
        #expect(await server.texts == [])
        await notes.close()
    }

    @Test("A rejected note can be sent again")
    func retried() async throws {
        // given
        let server = try await NotesServer.start()
        let notes = try await signIn(server)
        try await notes.add("")
        await until { notes.pending.first?.state.reason != nil }
        let note = try #require(notes.pending.first)
        // when
        notes.retry(note)
        // then
        await until { notes.pending.first?.state.reason == nil }
        await until { notes.pending.first?.state.reason != nil }
        #expect(await server.requests.count { $0.hasPrefix("PUT") } == 2)
        await notes.close()
    }

    // MARK: The list

    @Test("The list is loaded page by page")
    func pages() async throws {
        // given
        let server = try await NotesServer.start(notes: ["a", "b", "c"])
        let notes = try await signIn(server)
        // when
        await notes.loadMore()
        // then
        #expect(notes.notes.map(\.text) == ["a", "b"] && notes.hasMore)
        // when
        await notes.loadMore()
        // then
        #expect(notes.notes.map(\.text) == ["a", "b", "c"] && !notes.hasMore)
        await notes.close()
    }

    @Test("A page that failed is loaded again")
    func failedPage() async throws {
        // given
        let server = try await NotesServer.start(notes: ["a", "b", "c"])
        let notes = try await signIn(server)
        await notes.loadMore()
        await server.fail(1)
        // when
        await notes.loadMore()
        // then
        #expect(notes.error != nil && notes.notes.count == 2)
        // when
        await notes.loadMore()
        // then
        #expect(notes.error == nil && notes.notes.map(\.text) == ["a", "b", "c"])
        await notes.close()
    }

    @Test("A note that was added while the list is read appears once")
    func addedMeanwhile() async throws {
        // given
        let server = try await NotesServer.start(notes: ["a", "b", "c"])
        let notes = try await signIn(server)
        await notes.loadMore()
        // when
        try await notes.add("new")
        await until { notes.notes.count == 3 }
        await notes.loadMore()
        // then: the second page begins with `b`
        #expect(notes.notes.map(\.text) == ["new", "a", "b", "c"])
        await notes.close()
    }

    // MARK: The upload

    @Test("An upload shows its progress")
    func upload() async throws {
        // given
        let server = try await NotesServer.start(notes: ["a"])
        let notes = try await signIn(server)
        await notes.loadMore()
        let note = try #require(notes.notes.first)
        let photo = Data(repeating: 1, count: 100_000)
        await server.hold()
        // when
        notes.addPhoto(HTTPFile(data: photo, contentType: "image/jpeg"), to: note)
        // then
        await until { notes.photo.progress?.fraction == 1 }
        #expect(notes.photo.isRunning)
        // when
        await server.release()
        // then
        await until { notes.photo.phase == .succeeded }
        #expect(await server.photos[note.id] == photo)
        await notes.close()
    }

    // MARK: Signing in

    @Test("A wrong password is reported")
    func wrongPassword() async throws {
        // given
        let session = try launch(try await NotesServer.start())
        // when
        await session.signIn(user: "ana", password: "wrong")
        // then
        #expect(session.notes == nil && session.error == "The name or the password is wrong.")
        #expect(keychain.account == nil)
    }

    @Test("A token that has expired is replaced, and the new one is kept")
    func refresh() async throws {
        // given
        let server = try await NotesServer.start(notes: ["a"])
        let notes = try await signIn(server)
        await server.revokeAccessToken()
        // when
        await notes.loadMore()
        // then
        #expect(notes.error == nil && notes.notes.map(\.text) == ["a"])
        #expect(keychain.account?.token.refreshToken == "refresh-2")
        await notes.close()
    }

    @Test("If the sign-in has expired, the user signs in again, and no note is lost")
    func expired() async throws {
        // given
        let server = try await NotesServer.start()
        let session = try launch(server)
        await session.signIn(user: "ana", password: "right")
        await server.revokeAllTokens()
        // when
        try await session.notes?.add("Buy tea")
        // then
        await until { session.notes == nil }
        #expect(keychain.account == nil)
        // when
        await session.signIn(user: "ana", password: "right")
        // then
        let notes = try #require(session.notes)
        await until { notes.notes.map(\.text) == ["Buy tea"] }
        #expect(await server.texts == ["Buy tea"])
        await notes.close()
    }

    @Test("Notes of one user are not sent as those of another")
    func otherUser() async throws {
        // given
        let server = try await NotesServer.start()
        network.set([])
        let session = try launch(server)
        await session.signIn(user: "ana", password: "right")
        try await session.notes?.add("Buy tea")
        await session.signOut()
        network.set(.network)
        // when
        await session.signIn(user: "ben", password: "right")
        // then
        let notes = try #require(session.notes)
        await until { notes.writes.isLoaded }
        #expect(notes.pending.isEmpty)
        await notes.close()
    }
}

/// Keeps an account, as the keychain does.
private final class Keychain: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Account?

    var account: Account? {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }
}

extension PendingNote.State {
    fileprivate var reason: String? { if case .failed(let reason) = self { reason } else { nil } }
}
