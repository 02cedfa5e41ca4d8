import Foundation
import NetTaskRuntime

/// Methods of actors and of models on the main actor.
enum Actors {
    actor Loader {
        private let queue = HTTPNetTaskQueue()
        private var text = ""

        func load(_ name: String?) async throws {
            var text = name ?? ""
            do {
                text += try await queue.run(API.Get())
            } catch .status(.notFound, let body?) {
                text += body.title
            } catch .cancelled {}
            self.text = text
        }
    }

    @MainActor final class Model {
        private let queue = HTTPNetTaskQueue()
        private var text: String?

        func load(_ name: String?) async throws {
            do {
                text = try await queue.run(API.Get())
            } catch .status(.notFound, let body) {
                text = body?.title ?? name
            }
        }

        func reload(_ name: String?) {
            Task {
                do throws(NetTaskError<API.Get.Failure>) {
                    text = try await queue.run(API.Get())
                } catch .status(.notFound, let body) {
                    text = body?.title ?? name
                } catch {
                    text = "\(error)"
                }
            }
        }
    }
}
