import XignWording

/// The steps that say why the authenticator goes no further: `refusal-` and the code of the refusal.
struct RefusalSteps {
    let wording: any Wording

    /// The id by which the operator finds the request, folded: few people need it.
    private var details: HTML {
        """
        <details class="more" data-if="request"><summary>\(wording.errors.details)</summary>
        <p>\(wording.errors.requestID("request"), value: HTML.slot)</p>
        </details>

        """
    }

    var templates: [StepTemplate] {
        let words = wording.authenticator
        func actions(_ refusal: AuthenticatorRefusal) -> HTML {
            let again = refusal == .browserSilent ? words.reload : words.tryAgain
            return """
                <div class="actions">
                <button type="button" class="primary" data-if="retry" data-act="retry">\(again)</button>
                \(HTML.act("leave", words.toOverview))\
                </div>
                \(refusal.isForOperator ? details : "")
                """
        }
        return [StepTemplate("unsuitable", words.unsuitable)]
            + AuthenticatorRefusal.allCases.map {
                StepTemplate("refusal-\($0.rawValue)", words.refusal($0), actions: actions($0))
            } + [
                StepTemplate(sentence: "flaw-notStored", words.notStored),
                StepTemplate(sentence: "flaw-unfinished", words.unfinished),
            ]
    }
}

extension AuthenticatorRefusal {
    /// True for refusals that the operator can explain or end, and for failures of the manager. Lint compares them with
    /// those of `xign`.
    fileprivate var isForOperator: Bool {
        switch self {
        case .malformed, .notSupported, .activationUnknown, .accountDisabled, .activationInvalid, .enrolmentRefused,
            .notAMember, .unmetRequirements, .notAllowed, .factorRefused, .internalError, .noAnswer, .responseInvalid,
            .consentMismatch, .keyMaterialInvalid, .keyMaterialExpired, .encryptionKeyUnknown, .unexpected:
            true
        default: false
        }
    }
}
