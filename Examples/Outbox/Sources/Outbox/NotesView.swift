#if canImport(SwiftUI)
    import SwiftUI

    /// The same model on a screen.
    @available(macOS 14, iOS 17, *)
    struct NotesView: View {
        let notes: NotesModel
        @State private var text = ""
        @State private var error: String?

        var body: some View {
            List {
                TextField("New note", text: $text).onSubmit(add)
                if let error { Text(error).foregroundStyle(.red) }
                ForEach(notes.notes) { note in
                    LabeledContent(note.text) {
                        switch notes.state(of: note) {
                        case .saved: Image(systemName: "checkmark.icloud")
                        case .sending: ProgressView()
                        case .waiting: Image(systemName: "icloud.slash")
                        case .failed(let error): Button("Try again") { notes.retry(note) }.help(error)
                        }
                    }
                }
            }
            .task {
                do {
                    try await notes.start()
                } catch {
                    self.error = "\(error)"
                }
            }
        }

        private func add() {
            Task {
                do {
                    try await notes.add(text)
                    text = ""
                } catch {
                    self.error = "\(error)"
                }
            }
        }
    }
#endif
