import QRCode
import XignDomain
import XignProtocol
import XignUseCases

/// The picture of a process's codes, for browsers without scripts: each code for the time of its step, until the
/// process expires. Then it shows none.
struct CodePicture {
    let context: Context
    let process: Process
    let now: Timestamp

    /// - Returns: an animated PNG.
    func png() throws -> [UInt8] {
        let secrets = context.secrets(of: process.id)
        let stepMilliseconds = SessionSecrets.stepSeconds * 1000
        var codes: [(QRCode, milliseconds: Int)] = []
        var start = now.rawValue
        while start < process.expiresAt.rawValue {
            let step = SessionSecrets.step(at: Timestamp(rawValue: start).seconds)
            let end = min((step + 1) * stepMilliseconds, process.expiresAt.rawValue)
            let pid = InitializationPayload(
                process.pidByQRCode, secret: secrets.qrSecret(step: step), origin: context.issuer)
            let code = try QRCode(InitializationLink.appLink(pid, at: context.appLinkOrigin))
            codes.append((code, milliseconds: Int(end - start)))
            start = end
        }
        return QRCode.animatedPNG(codes)
    }
}
