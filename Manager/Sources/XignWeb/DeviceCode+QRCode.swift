import QRCode
import XignDomain
import XignPages

extension DeviceCode {
    /// Draws the code of a link.
    /// - Parameter link: the link of an activation, which opens the app.
    /// - Throws: `QRCodeError` for a link that is too long.
    init(link: String, pin: String, expiresAt: Timestamp) throws {
        let code = try QRCode(link)
        self.init(link: link, side: code.side, path: code.svgPath, pin: pin, expiresAt: Moment(expiresAt))
    }
}
