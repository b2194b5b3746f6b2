import Foundation

// https://developer.apple.com/documentation/swiftui
//
// Only what Examples/authenticator-app uses. Titles are strings here, and there also keys of translations. Apple hides
// the bodies of its own views; here they end the program, since nothing here can run.

/// https://developer.apple.com/documentation/swiftui/view
@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

/// A view of Apple's own. It has this name here alone.
public protocol PrimitiveView: View {}

extension PrimitiveView {
    public typealias Body = Never
    public var body: Never { return fatalError() }
}

extension Never: View {
    public typealias Body = Never
    public var body: Never { return fatalError() }
}

extension View {
    /// https://developer.apple.com/documentation/swiftui/view/disabled(_:)
    public func disabled(_ disabled: Bool) -> some View { self }

    // Apple's closure inherits the actor of the view.
    /// https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
    public func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View { self }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder
@resultBuilder
public struct ViewBuilder {
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> { fatalError() }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    public static func buildEither<First: View, Second: View>(
        first: First
    ) -> _ConditionalContent<First, Second> { fatalError() }

    public static func buildEither<First: View, Second: View>(
        second: Second
    ) -> _ConditionalContent<First, Second> { fatalError() }
}

extension Optional: View, PrimitiveView where Wrapped: View {}

/// https://developer.apple.com/documentation/swiftui/tupleview
public struct TupleView<Content>: PrimitiveView {}

/// https://developer.apple.com/documentation/swiftui/_conditionalcontent
public struct _ConditionalContent<First, Second>: PrimitiveView {}

/// https://developer.apple.com/documentation/swiftui/text
public struct Text: PrimitiveView {
    public init(_ content: some StringProtocol) {}
}

/// https://developer.apple.com/documentation/swiftui/button
public struct Button: PrimitiveView {
    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}

/// https://developer.apple.com/documentation/swiftui/textfield
public struct TextField: PrimitiveView {
    public init(_ title: some StringProtocol, text: Binding<String>) {}
}

/// https://developer.apple.com/documentation/swiftui/securefield
public struct SecureField: PrimitiveView {
    public init(_ title: some StringProtocol, text: Binding<String>) {}
}

/// https://developer.apple.com/documentation/swiftui/link
public struct Link: PrimitiveView {
    public init(_ title: some StringProtocol, destination: URL) {}
}

/// https://developer.apple.com/documentation/swiftui/form
public struct Form<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/section
public struct Section<Content: View>: PrimitiveView {
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {}
}

/// https://developer.apple.com/documentation/swiftui/foreach
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
}

/// https://developer.apple.com/documentation/swiftui/binding
@dynamicMemberLookup
public struct Binding<Value> {
    public subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Binding<Member> {
        Binding<Member>()
    }
}

/// https://developer.apple.com/documentation/swiftui/state
@propertyWrapper
public struct State<Value> {
    public init(wrappedValue: Value) { self.value = wrappedValue }
    private let value: Value
    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { Binding() }
}

/// https://developer.apple.com/documentation/swiftui/previewprovider
@MainActor @preconcurrency
public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder static var previews: Previews { get }
}
