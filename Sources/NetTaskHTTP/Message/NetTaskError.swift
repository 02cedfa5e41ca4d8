/// The error of an HTTP task that did not succeed.
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
///
/// The cases are those of ``TaskError``. `Failure` is the typed body of an error reply. In a function, Swift infers the error
/// type of a `do`, so that the patterns compile as shown. In a closure, state the type: `do throws(NetTaskError<APIError>) { …
/// }`.
///
/// - Important: End the `do` with a `catch` without a pattern if another `catch` has a `where` or compares values, as in
///   `.cancelled(.tag("feed"))`. Otherwise Swift 6.3.1 crashes or does not terminate. `catch { throw error }` rethrows the
///   other errors.
public typealias NetTaskError<Failure: Sendable> = TaskError<StatusError, Failure>
