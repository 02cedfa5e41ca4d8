import Hummingbird

/// A weather API that fails from time to time, as real ones do.
enum Upstream {
    static func run() async throws {
        let calls = Calls()
        let router = Router()
        router.get("weather/:city") { _, context -> Response in
            let city = try context.parameters.require("city")
            let json: String
            let status: HTTPResponse.Status
            switch (city, await calls.next(for: city)) {
            case ("Atlantis", _): (status, json) = (.notFound, #"{"message": "there is no Atlantis"}"#)
            case (_, 1): (status, json) = (.serviceUnavailable, "{}")
            default: (status, json) = (.ok, #"{"city": "\#(city)", "celsius": 30.5}"#)
            }
            return Response(
                status: status,
                headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(string: json))
            )
        }
        let app = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 8789)))
        try await app.runService()
    }

    private actor Calls {
        private var counts: [String: Int] = [:]

        func next(for city: String) -> Int {
            counts[city, default: 0] += 1
            return counts[city, default: 0]
        }
    }
}
