extension Authenticator {
    /// Throws `notSupported`: no manager offers InApp-Authentication yet.
    func fetchInApp(_ trigger: InAppAuthenticationTrigger) -> Flow<AuthenticationInitializationDataInApp> {
        Flow { [device] in throw try Self.notSupported(device) }
    }

    /// Throws `notSupported`: no manager offers InApp-Authentication yet.
    func fetchCode(_ result: ServiceLoginResult) -> Flow<AuthorizationCodeResult> {
        Flow { [device] in throw try Self.notSupported(device) }
    }

    private static func notSupported(_ device: Result<Device, XignSdkError>) throws -> XignSdkError {
        _ = try device.get()
        return XignSdkError(.notSupported, "This version of the SDK does not offer InApp-Authentication.")
    }
}
