/// The reason why a measurement is not possible.
package struct BenchError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
