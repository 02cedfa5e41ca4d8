import NetTaskRuntime

let shownByWeatherController = Shown()
private let show = shownByWeatherController

// snippet: stController
final class WeatherController: MainActorNetTaskDelegate {
    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>) {
        guard let handle = handle as? NetTaskHandle<OpenWeather.CurrentWeather> else { return }
        switch handle.status.result {
        case .success(let weather): show(weather.place, weather.temperature)
        case .failure: show("Network unavailable")
        case nil: break  // a task that has ended has a result
        }
    }
}
// end
