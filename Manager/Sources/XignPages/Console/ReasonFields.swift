import XignDomain
import XignWording

/// The fields `reason` and `identity` of an administrator's act.
package struct ReasonFields {
    /// The values as they were typed.
    package struct Typed: Sendable, Equatable {
        var reason: String
        /// Nil where none was chosen.
        var identityCheck: Reason.IdentityCheck?
        var flaws: [ReasonFlaw]

        package init(reason: String = "", identityCheck: Reason.IdentityCheck? = nil, flaws: [ReasonFlaw] = []) {
            self.reason = reason
            self.identityCheck = identityCheck
            self.flaws = flaws
        }

        /// The errors for the top of the form.
        package func errors(in wording: any Wording) -> [ErrorSummary.Item] {
            flaws.map { ErrorSummary.Item(field: $0.rawValue, text: wording.console.reason.flaw($0)) }
        }
    }

    let typed: Typed
    /// True for an act before which the administrator checks who asks for it.
    let asksForIdentity: Bool
    let wording: any Wording

    package init(_ typed: Typed, asksForIdentity: Bool = false, in wording: any Wording) {
        self.typed = typed
        self.asksForIdentity = asksForIdentity
        self.wording = wording
    }

    package var html: HTML {
        """
        \(asksForIdentity ? identity : "")\
        \(Field(
            ReasonFlaw.reason.rawValue, label: words.reason, value: typed.reason, hint: words.hint,
            error: error(.reason), isRequired: true, maximumLength: 200).html)
        """
    }

    private var words: any ConsoleReasonWording { wording.console.reason }

    private func error(_ flaw: ReasonFlaw) -> String? { typed.flaws.contains(flaw) ? words.flaw(flaw) : nil }

    private var identity: HTML {
        """
        <fieldset class="field" id="identity">
        <legend>\(words.identity)</legend>
        \(error(.identity).map { "<p class=\"error\">\($0)</p>\n" as HTML } ?? "")\
        \(Reason.IdentityCheck.allCases.map(choice))\
        </fieldset>

        """
    }

    private func choice(_ check: Reason.IdentityCheck) -> HTML {
        """
        <label class="choice">\
        <input type="radio" name="identity" value="\(check.rawValue)" required\
        \(check == typed.identityCheck ? " checked" : "" as HTML)>\(words.identityCheck(check))</label>

        """
    }
}
