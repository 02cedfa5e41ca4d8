#if Tools
    import ArgumentParser
    import Foundation
    import NetTaskSpec

    /// Checks an option whose value is the base URL of a server.
    func checkBaseURL(_ text: String, of option: String) throws {
        guard let url = URLComponents(string: text), ["http", "https"].contains(url.scheme), url.host != nil else {
            throw ValidationError("'\(option) \(text.visible(upTo: 60))' is not an http or https URL")
        }
        if url.user != nil || url.password != nil {
            throw ValidationError(
                "'\(option)' has credentials, which others can see; they come from the environment"
            )
        }
    }
#endif
