import Foundation
import NetTaskDurable
import NetTaskOAuth
import NetTaskRuntime
import Observation

/// A user who has signed in. The app keeps it in the keychain.
struct Account: Sendable, Hashable {
    var user: String
    var token: OAuth2Token
}

/// The values that differ between the app and its tests.
struct NotesSettings: Sendable {
    /// The folder of the writes that the server does not have yet.
    var folder: URL
    var server = "https://notes.example.com"
    var conditions: any ConditionProvider = NetworkConditions()
    /// Keeps the account; nil removes it. Called on any thread.
    var keep: @Sendable (Account?) -> Void
}

/// Signs the user in and out. The notes exist while a user is signed in.
@MainActor
@Observable
final class Session {
    /// The notes of the user; nil if the user must sign in.
    private(set) var notes: NotesModel?
    /// Why the latest sign-in failed.
    private(set) var error: String?

    @ObservationIgnored private let settings: NotesSettings
    @ObservationIgnored private let oauth: OAuth2Client

    /// - Parameter account: the account that the app has kept.
    init(_ settings: NotesSettings, account: Account?) throws {
        self.settings = settings
        var scheme = Notes.OAuth2Schemes.login
        scheme.baseURL = settings.server
        oauth = OAuth2Client(scheme, id: "notes-app", queue: HTTPNetTaskQueue())
        if let account { notes = try makeNotes(for: account) }
    }

    func signIn(user: String, password: String) async {
        do {
            let account = Account(user: user, token: try await oauth.token(user: user, password: password))
            notes = try makeNotes(for: account)
            settings.keep(account)
            error = nil
        } catch let error as OAuth2Error where error.code == .invalidGrant {
            self.error = "The name or the password is wrong."
        } catch {
            self.error = "\(error)"
        }
    }

    /// Writes that the server does not have yet stay in the folder until the same user signs in again.
    func signOut() async {
        await notes?.close()
        notes = nil
        settings.keep(nil)
    }

    /// The credentials send the token, replace it before it expires, and keep each new one.
    private func makeNotes(for account: Account) throws -> NotesModel {
        let keep = settings.keep
        let credentials = oauth.credentials(for: account.token, of: .password) { token in
            keep(Account(user: account.user, token: token))
        }
        let gate = SignInGate { [weak self] in
            Task { @MainActor in
                if self?.notes?.account == account { await self?.signOut() }
            }
        }
        return try NotesModel(settings, account, middleware: [gate, Notes.authentication(login: credentials)])
    }
}

/// Reports that the server no longer accepts the sign-in. The request then fails as if there were no connection, so that stored
/// writes wait for the next sign-in instead of being given up.
private struct SignInGate: HTTPMiddleware {
    let onExpiry: @Sendable () -> Void

    func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        do {
            return try await next(call)
        } catch let error as OAuth2Error where error.code == .invalidGrant {
            onExpiry()
            throw TransportError(.cannotConnect, reason: "the user must sign in again")
        }
    }
}
