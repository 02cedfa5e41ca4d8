/// A value that is created when it is first used, because each process adds all benchmarks, but runs only one.
final class Lazy<Value> {
    private let make: () -> Value
    private(set) lazy var value = make()

    init(_ make: @escaping () -> Value) {
        self.make = make
    }
}
