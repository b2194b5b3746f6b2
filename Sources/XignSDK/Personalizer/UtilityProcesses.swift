extension Personalizer {
    /// Returns a flow that throws `notSupported`. The names of the utility processes are fixed; this version does not
    /// offer them yet.
    func notSupported<Output>(_ output: Output.Type) -> Flow<Output> {
        Flow { [device] in
            _ = try device.get()
            throw XignSdkError(.notSupported, "This version of the SDK does not offer this process.")
        }
    }
}
