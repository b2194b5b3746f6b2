extension Personalizer {
    /// The utility processes: their names are fixed, and this version of the SDK does not offer them yet.
    func notSupported<Output>(_ output: Output.Type) -> Flow<Output> {
        Flow { [device] in
            _ = try device.get()
            throw XignSdkError(.notSupported, "This version of the SDK does not offer this process.")
        }
    }
}
