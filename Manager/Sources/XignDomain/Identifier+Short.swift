import XignProtocol

extension Identifier {
    /// The beginning, by which operators name a device, or tell accounts apart whose names look alike.
    public var short: String { String(description.prefix(8)) }
}
