/// What ended a task that did not succeed.
///
/// - Important: A `catch` that compares (`.status(404, _)`, `.status(500..<600, _)`, `.cancelled(.tag("feed"))`) or has a
///   `where` needs a `catch` without a pattern at the end of its `do`. Without one, Swift 6.3.1 crashes in most functions that
///   throw. End the `do` with `catch { throw error }`, or name the status, as below.
///
/// Each case carries what one needs to act. `Failure` is the typed body that the task reads from an error reply. In a
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
public enum NetTaskError<Failure: Sendable>: Error {
    /// The server answered with a status that the task does not accept; with the typed body, if it could be read.
    /// Where no `catch` without a pattern follows, name the status, `.status(.notFound, let body?)`: of `.status(404, let body?)`
    /// Swift 6.3.1 crashes.
    case status(StatusError, Failure?)
    /// The server answered with an accepted status and something that is not the response.
    case parse(ParseError)
    /// No complete answer came.
    case transport(TransportError)
    /// An attempt, or all of them together, took too long.
    case timeout(TimeoutError)
    /// The task could not be made into a request; nothing was sent.
    case pack(PackError)
    /// The task was cancelled.
    case cancelled(CancellationReason)
    /// Anything else that a handler or a task of the user's own threw.
    case other(any Error)

    /// Sorts an error into its case. A status error gets no typed body here.
    public init(_ error: any Error) {
        switch error {
        case let error as NetTaskError<Failure>: self = error
        case let error as StatusError: self = .status(error, nil)
        case let error as ParseError: self = .parse(error)
        case let error as TransportError: self = .transport(error)
        case let error as TimeoutError: self = .timeout(error)
        case let error as PackError: self = .pack(error)
        case let reason as CancellationReason: self = .cancelled(reason)
        case is CancellationError: self = .cancelled(.handler)
        default: self = .other(error)
        }
    }

    /// The error without its case and typed body: a ``StatusError``, a ``ParseError`` …
    public var underlying: any Error {
        switch self {
        case .status(let error, _): error
        case .parse(let error): error
        case .transport(let error): error
        case .timeout(let error): error
        case .pack(let error): error
        case .cancelled(let reason): reason
        case .other(let error): error
        }
    }
}

extension NetTaskError: CustomStringConvertible {
    public var description: String { String(describing: underlying) }
}
