/// What ended an HTTP task that did not succeed.
///
/// - Important: A `catch` that compares (`.status(404, _)`, `.status(500..<600, _)`, `.cancelled(.tag("feed"))`) or has a
///   `where` needs a `catch` without a pattern at the end of its `do`. Without one, Swift 6.3.1 crashes in most functions that
///   throw. End the `do` with `catch { throw error }`, or name the status, as below.
///
/// The cases are those of ``TaskError``. `Failure` is the typed body that the task reads from an error reply. In a
/// function Swift sees from the calls in a `do` which error it throws, so that the patterns below work as they stand;
/// in a closure it has to be told, as in `do throws(NetTaskError<APIError>) { … }`.
///
///     do {
///         show(try await queue.run(GetPost(id: 1)))
///     } catch .status(.notFound, let body?) {
///         show(body.message)
///     } catch .cancelled {
///     }
///
/// Numbers and ranges match, too:
///
///     do {
///         show(try await queue.run(GetPost(id: 1)))
///     } catch .status(500..<600, _) {
///         showServerTrouble()
///     } catch {
///         throw error
///     }
public typealias NetTaskError<Failure: Sendable> = TaskError<StatusError, Failure>
