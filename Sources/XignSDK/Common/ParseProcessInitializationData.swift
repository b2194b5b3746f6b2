internal import XignProtocol

extension XignCommon {
    /// Parses scanned or opened data (docs/protocol.md, section 2). Their origin only selects pinned key material.
    func parse(_ text: String, _ source: ProcessInitializationData.Source) -> Flow<ProcessInitializationData> {
        Flow("parseProcessInitializationData", device) { device in
            let link: InitializationLink
            do throws(InitializationPayload.ParsingError) {
                link = try InitializationLink(parsing: text)
            } catch .unsupportedFormat {
                throw XignSdkError(
                    .clientTooOld, "The code has a type that this version does not know. Update the app.")
            } catch .linkIncomplete {
                throw XignSdkError.linkIncomplete
            } catch .linkWrapped {
                throw XignSdkError(.linkWrapped, "The link was broken into lines. Copy it as one line.")
            } catch .linkExtended {
                throw XignSdkError(
                    .linkExtended,
                    "Something was added at the end of the link or around it, such as a full stop or brackets. Copy the link alone."
                )
            } catch .linkEmbedded {
                throw XignSdkError(
                    .linkEmbedded, "The link was put into another address. Copy the link itself, or scan the code.")
            } catch {
                throw XignSdkError(
                    .initializationDataInvalid,
                    "The text is not a Xign code. Scan the code that the page or mail shows.")
            }
            let pid = link.data
            // A cut can leave an origin that is one, too.
            guard !device.keyMaterials.isBeginning(ofOrigin: pid.origin) else { throw XignSdkError.linkIncomplete }
            let manager = try device.keyMaterials.manager(at: pid.origin)
            try device.checkForm(of: link, to: manager)
            return ProcessInitializationData(pid, source, idmIdentifier: manager.idmIdentifier)
        }
    }
}

extension XignSdkError {
    fileprivate static var linkIncomplete: XignSdkError {
        XignSdkError(
            .linkIncomplete, "The link is incomplete: what follows # is missing or was cut off. Copy the whole link.")
    }
}

extension ProcessInitializationData {
    fileprivate init(_ pid: InitializationPayload, _ source: Source, idmIdentifier: String) {
        // The manager decides by this claim, so that the digits of the page protect a person who was sent a QR code's
        // data (docs/protocol.md, section 6).
        let qrClaim: Start.Claim =
            switch source {
            case .scanned: .qrCode(pid.secret)
            case .opened: .openedQRCode(pid.secret)
            }
        switch pid.process {
        case .personalization(let activation):
            self = .personalization(
                PersonalizationInitializationData(
                    idmIdentifier: idmIdentifier, activationId: activation, secret: pid.secret))
        case .authenticationByQRCode(let session):
            self = .authentication(
                AuthenticationInitializationData(
                    idmIdentifier: idmIdentifier, sessionId: session, claim: qrClaim,
                    beginning: .loginByQRCode))
        case .authenticationByLink(let session):
            self = .authentication(
                AuthenticationInitializationData(
                    idmIdentifier: idmIdentifier, sessionId: session, claim: .link(pid.secret),
                    beginning: .loginByLink))
        case .transactionByQRCode(let session):
            self = .transaction(
                TransactionInitializationData(
                    idmIdentifier: idmIdentifier, sessionId: session, claim: qrClaim,
                    beginning: .transactionByQRCode))
        case .transactionByLink(let session):
            self = .transaction(
                TransactionInitializationData(
                    idmIdentifier: idmIdentifier, sessionId: session, claim: .link(pid.secret),
                    beginning: .transactionByLink))
        }
    }
}

extension Device {
    /// Refuses links of other managers, and data that must not arrive by Deep-Link.
    fileprivate func checkForm(of link: InitializationLink, to manager: KeyMaterial) throws {
        switch link.source {
        case .bare: return
        case .appLink(let origin):
            guard manager.appLinkOrigins.contains(origin) else {
                throw XignSdkError(
                    .initializationDataInvalid,
                    "The link's host does not belong to the manager that it names. Do not continue; report it.")
            }
        case .deepLink(let scheme):
            guard let accepted = deepLinkSchemes[scheme.lowercased()] else {
                throw XignSdkError(
                    .initializationDataInvalid,
                    "The scheme \(scheme) is not configured. See XignSdkConfig.Builder.addDeepLinkScheme.")
            }
            switch (link.data.process, accepted) {
            case (.authenticationByLink, _), (.transactionByLink, _),
                (.personalization, .authenticationsAndPersonalizations):
                return
            case (.authenticationByQRCode, _), (.transactionByQRCode, _), (.personalization, .authentications):
                throw XignSdkError(
                    .initializationDataInvalid,
                    "These data must not arrive by Deep-Link, which any app can read. Scan the code.")
            }
        }
    }
}
