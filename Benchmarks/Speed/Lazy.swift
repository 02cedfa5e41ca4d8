/// A value that is made when it is first asked for: all benchmarks are added in every process, and one of them runs.
final class Lazy<Value> {
    private let make: () -> Value
    private(set) lazy var value = make()

    init(_ make: @escaping () -> Value) {
        self.make = make
    }
}
