import NetTaskRuntime
import Testing

@Suite("The request and the reply of Specs/openweather")
struct OpenWeatherTests {
    private let reply = #"{"name": "Singapore", "main": {"temp": 30.5, "pressure": 1009}, "cod": 200}"#

    @Test("B11: constants replace params, and params replace fields of the request object")
    func precedence() async throws {
        // given
        let location = OpenWeather.Location(
            lat: "overwritten",
            lon: "overwritten",
            userInfo: "user info",
            ignoredValue: 1
        )
        let task = OpenWeather.CurrentWeather(location: location, lat: "1.306038", lon: "103.772962")

        // when
        let request = try await request(of: task)

        // then
        #expect(request.method == "GET")
        #expect(
            request.target
                == "/data/2.5/weather?lat=1.306038&lon=103.772962&user_info=user%20info&other_parameter=value"
        )
        #expect(request.headers["custom_header"] == "value")
    }

    @Test("B11: a nil param keeps the request object's value")
    func absentParam() async throws {
        // given
        let task = OpenWeather.CurrentWeather(location: OpenWeather.Location(lat: "1", lon: "2"), lon: "3")

        // when
        let request = try await request(of: task)

        // then
        #expect(request.target == "/data/2.5/weather?lat=1&lon=3&other_parameter=value")
    }

    @Test("`from:` reaches into the reply")
    func response() async throws {
        // given
        let task = OpenWeather.CurrentWeather(location: OpenWeather.Location(lat: "1", lon: "2"))

        // when
        let weather = try await RecordingServer.run(answer: { [reply] _ in .text(reply) }) { _, baseURL in
            try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
        }

        // then
        #expect(weather.place == "Singapore")
        #expect(weather.temperature == 30.5)
    }

    private func request(of task: OpenWeather.CurrentWeather) async throws -> RecordedRequest {
        try await RecordingServer.run(answer: { [reply] _ in .text(reply) }) { server, baseURL in
            _ = try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
            let requests = await server.requests
            return try #require(requests.first)
        }
    }
}
