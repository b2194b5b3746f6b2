// These previews were never built on Apple's systems. They are type-checked on Linux, against declarations of SwiftUI's
// interfaces.

#if canImport(SwiftUI)
    import LoginScreen
    import SwiftUI
    import XignSDK
    import XignSDKTesting

    // listing
    /// The consent of a login, which a manager inside the preview has begun.
    struct LoginScreenPreviews: PreviewProvider {
        static var previews: some View { PreviewedLogin() }
    }

    struct PreviewedLogin: View {
        @State private var model: LoginModel? = nil

        var body: some View {
            if let model {
                LoginScreen(model: model)
            } else {
                Text("Loading").task { model = try? await Self.model() }
            }
        }

        private static func model() async throws -> LoginModel {
            let (manager, phone) = (try TestManager(), TestPhone())
            try await phone.activate(at: manager)
            let model = LoginModel(try XignSdk(phone.configuration(at: manager).build()))
            await model.scan(manager.login(), source: .scanned)
            return model
        }
    }
// end of listing
#endif
