import QRCode
import XignDomain
import XignPages
import XignUseCases
import XignWording

extension ConsoleVisit {
    /// Makes the page with the code and the PIN of a recovery, which nothing shows again.
    func recoverySheets(_ issued: ConnectedDevice, of account: Account) throws -> HTML {
        let code = try QRCode(issued.link)
        let model = RecoverySheetsPage.Model(
            host: context.issuer.idmIdentifier, account: account.name,
            address: "\(ConsoleSection.accounts.address)/\(account.publicID)",
            link: issued.link, size: code.side, path: code.svgPath,
            pin: issued.pin.text, expiresAt: Moment(issued.expiresAt))
        return RecoverySheetsPage.page(model, frame, in: wording)
    }
}
