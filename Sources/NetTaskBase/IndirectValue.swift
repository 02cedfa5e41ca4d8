/// Stores a value indirectly, so that a shape may contain itself through an optional.
@propertyWrapper
public struct IndirectValue<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var box: Box

    /// Stores a value.
    public init(wrappedValue: Value) {
        box = Box(wrappedValue)
    }

    /// The stored value. Copies share their storage until one of them is set.
    public var wrappedValue: Value {
        get { box.value }
        set { box = Box(newValue) }
    }
}

extension IndirectValue: Equatable where Value: Equatable {
    public static func == (left: IndirectValue, right: IndirectValue) -> Bool {
        left.wrappedValue == right.wrappedValue
    }
}

extension IndirectValue: Hashable where Value: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(wrappedValue)
    }
}
