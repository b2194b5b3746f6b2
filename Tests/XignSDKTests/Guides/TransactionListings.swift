import Foundation
import XignSDK

// The listings of the guide "Transactions".

extension GuideApp {
    // listing
    /// Confirms an act that a page of the manager asks for.
    func confirm(with data: TransactionInitializationData) async throws(XignSdkError) {
        guard case .userLogin(let result) = try await authenticate(with: data),
            let transaction = result.transaction
        else { return }
        screen.show("Confirmed. Finish in the browser.")
        if let url = transaction.returnURL { screen.openInBrowser(url) }
    }
    // end of listing

    // listing
    /// Returns the lines to show: each name on a line of its own, in quotation marks.
    func lines(of transaction: TransactionRequest) -> [String] {
        ["\(transaction.serviceInformation.origin) asks you to confirm:"]
            + transaction.text.map { part in
                switch part {
                case .literal(let words): words
                case .name(let name): "    “\(name)”"
                }
            }
    }
    // end of listing
}
