// https://developer.apple.com/documentation/swiftui

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View {
    public var body: Never { fatalError() }
}
public protocol PrimitiveView: View where Body == Never {}
extension PrimitiveView {
    public var body: Never { fatalError() }
}

@resultBuilder
public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
        TupleView()
    }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<A: View, B: View>(first: A) -> _ConditionalContent<A, B> { _ConditionalContent() }
    public static func buildEither<A: View, B: View>(second: B) -> _ConditionalContent<A, B> { _ConditionalContent() }
}
public struct EmptyView: PrimitiveView {
    nonisolated public init() {}
}
public struct TupleView<T>: PrimitiveView {
    nonisolated init() {}
}
public struct _ConditionalContent<TrueContent, FalseContent>: PrimitiveView {
    nonisolated init() {}
}
extension Optional: View where Wrapped: View {
    public var body: Never { fatalError() }
}

@propertyWrapper
public struct State<Value> {
    public init(wrappedValue: Value) {}
    public init() where Value: ExpressibleByNilLiteral {}
    public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
    public var projectedValue: Binding<Value> { Binding(get: { fatalError() }, set: { _ in }) }
}
@propertyWrapper
public struct Binding<Value> {
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
    public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
    public var projectedValue: Binding<Value> { self }
}

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {}
}
public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole()
}
public protocol ShapeStyle: Sendable {}
public struct Color: ShapeStyle {
    public static let red = Color()
}
extension ShapeStyle where Self == Color {
    public static var red: Color { Color() }
}

public struct Text: PrimitiveView {
    public init(_ key: LocalizedStringKey) {}
    @_disfavoredOverload public init<S: StringProtocol>(_ content: S) {}
}
public struct Image: PrimitiveView {
    public init(systemName: String) {}
}
public struct TextField<Label: View>: PrimitiveView {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) where Label == Text {}
}
public struct SecureField<Label: View>: PrimitiveView {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) where Label == Text {}
}
public struct Button<Label: View>: PrimitiveView {
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) where Label == Text {}
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) where Label == Text {}
}
public struct ProgressView: PrimitiveView {
    public init() {}
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) {}
}
public struct Form<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) {}
}
public struct List<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) {}
}
public struct LabeledContent<Label: View, Content: View>: PrimitiveView {
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) where Label == Text {}
}
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView
where Data.Element: Identifiable, ID == Data.Element.ID {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}

extension View {
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
    public func onSubmit(_ action: @escaping () -> Void) -> some View { self }
    public func id<ID: Hashable>(_ id: ID) -> some View { self }
    public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
    public func task(priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View { self }
    public func task<T: Equatable>(
        id value: T,
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { self }
}
