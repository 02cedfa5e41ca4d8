#if canImport(SwiftUI)
    import Foundation
    import NetTaskRuntime
    import PhotosUI
    import SwiftUI

    /// The screen of the app.
    struct NotesScreen: View {
        let session: Session

        var body: some View {
            if let notes = session.notes {
                NotesList(notes: notes)
                Button("Sign out") { Task { await session.signOut() } }
            } else {
                SignInForm(session: session)
            }
        }
    }

    struct SignInForm: View {
        let session: Session
        @State private var user = ""
        @State private var password = ""

        var body: some View {
            Form {
                TextField("Name", text: $user)
                SecureField("Password", text: $password)
                if let error = session.error { Text(error).foregroundStyle(.red) }
                Button("Sign in") { Task { await session.signIn(user: user, password: password) } }
            }
        }
    }

    struct NotesList: View {
        let notes: NotesModel
        @State private var text = ""
        @State private var error: String?

        var body: some View {
            List {
                TextField("New note", text: $text).onSubmit(add)
                if let error { Text(error).foregroundStyle(.red) }
                ForEach(notes.pending) { PendingRow(note: $0, notes: notes) }
                ForEach(notes.notes) { NoteRow(note: $0, notes: notes) }
                if notes.error != nil {
                    Button("Try again") { Task { await notes.loadMore() } }
                } else if notes.hasMore {
                    // A new view for each page, so that it loads the next page when it appears.
                    ProgressView().id(notes.notes.count).task { await notes.loadMore() }
                }
            }
            .refreshable { await notes.reload() }
        }

        private func add() {
            Task {
                do {
                    try await notes.add(text)
                    (text, error) = ("", nil)
                } catch {
                    self.error = "\(error)"
                }
            }
        }
    }

    struct PendingRow: View {
        let note: PendingNote
        let notes: NotesModel

        var body: some View {
            LabeledContent(note.text) {
                switch note.state {
                case .waiting: Image(systemName: "icloud.slash")
                case .sending: ProgressView()
                case .failed(let reason):
                    Text(reason)
                    Button("Try again") { notes.retry(note) }
                    Button("Discard", role: .destructive) { notes.discard(note) }
                }
            }
        }
    }

    struct NoteRow: View {
        let note: Notes.Note
        let notes: NotesModel
        @State private var item: PhotosPickerItem?

        var body: some View {
            LabeledContent(note.text) {
                if notes.photo.isRunning, notes.photo.task?.id == note.id {
                    ProgressView(value: notes.photo.progress?.fraction ?? 0)
                } else {
                    PhotosPicker("Add photo", selection: $item, matching: .images)
                }
            }
            .task(id: item) {
                guard let data = try? await item?.loadTransferable(type: Data.self) else { return }
                item = nil
                notes.addPhoto(HTTPFile(data: data, contentType: "image/jpeg"), to: note)
            }
        }
    }
#endif
