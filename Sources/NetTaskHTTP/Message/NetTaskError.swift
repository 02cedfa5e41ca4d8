/// What ended an HTTP task that did not succeed.
///
/// - Important: End the `do` with a `catch` without a pattern if another one has a `where` or compares, as in
///   `.cancelled(.tag("feed"))`. Otherwise Swift 6.3.1 crashes, or does not end. `catch { throw error }` throws the rest on.
///
/// The cases are those of ``TaskError``. `Failure` is the typed body that the task reads from an error reply. In a
/// function Swift sees from the calls in a `do` which error it throws, so that the patterns below work as they stand;
/// in a closure it has to be told, as in `do throws(NetTaskError<APIError>) { … }`.
///
///     do {
///         show(try await queue.run(GetPost(id: 1)))
///     } catch .status(.notFound, let body?) {
///         show(body.message)
///     } catch .status(let error, _) {
///         show(error.code)
///     } catch {
///         show(error)
///     }
public typealias NetTaskError<Failure: Sendable> = TaskError<StatusError, Failure>
