import Foundation
import Imported
import NetTaskOAuth
import NetTaskRuntime

/// Sends the requests of `CALLS` in `__main__.py`, in that order.
@main
struct Main {
    static let port = CommandLine.arguments[1]

    static func main() async throws {
        await callOkta(0, Okta.authentication(apiToken: APIKeyCredentials("SSWS 00QCjAl4MlV")))
        let oauth = OAuth2Client(
            Okta.OAuth2Schemes.oauth2,
            id: "0oabucvy",
            secret: "s3cret",
            queue: HTTPNetTaskQueue(transport: LoopbackTransport(port: port))
        )
        let token = try await oauth.token(code: "P5I7mdxxdv13", redirectURL: "app://login", verifier: "M25iVXpK")
        await callOkta(1, Okta.authentication(oauth2: oauth.credentials(for: token)))

        let user = BasicCredentials(user: "ws@Company.Test", password: "p:w ä")
        await driver(Adyen.authentication(basicAuth: user))
            .send(2, Adyen.PostPaymentMethods(body: .init(merchantAccount: "Test")))
        await driver(Adyen.authentication(apiKeyAuth: APIKeyCredentials("AQEyhmfx")))
            .send(3, Adyen.GetStoredPaymentMethods())

        let key = BasicCredentials(user: "sk_test_4eC39", password: "")
        await callStripe(4, Stripe.authentication(basicAuth: key))
        let bearer = BearerCredentials(.init("sk_test_4eC39")) { _ in .init("another") }
        await callStripe(5, Stripe.authentication(bearerAuth: bearer))
    }

    static func driver(_ credentials: HTTPAuthentication) -> Driver {
        Driver(port: port, baseURL: nil, middleware: [credentials])
    }

    static func callOkta(_ call: Int, _ credentials: HTTPAuthentication) async {
        await driver(credentials).send(call, Okta.ListUsers())
    }

    static func callStripe(_ call: Int, _ credentials: HTTPAuthentication) async {
        await driver(credentials).send(call, Stripe.GetBalance())
    }
}
