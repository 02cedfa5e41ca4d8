import ExampleServer
import NetTaskRuntime

/// The spec's `transform` calls this function with the temperature of the reply.
func tenth(_ value: Float) -> Float { value / 10 }

/// Uses the client that the build plugin generates from `weather.nettask.yaml`, beside this file.
@main
struct Weather {
    static func main() async throws {
        let server = try await ExampleServer.start()
        let queue = HTTPNetTaskQueue(baseURL: server.baseURL)

        print(
            "\nThe weather, with STNetTaskQueue's request object: lat and lon of the task win over those of the location."
        )
        let location = OpenWeather.Location(lat: "overwritten", lon: "overwritten", userInfo: "user info")
        let weather = try await queue.run(
            OpenWeather.CurrentWeather(location: location, lat: "1.306038", lon: "103.772962")
        )
        print("    \(weather.place): \(weather.temperature) °C")
    }
}
