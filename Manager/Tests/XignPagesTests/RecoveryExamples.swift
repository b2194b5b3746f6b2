import XignDomain

@testable import XignPages
@testable import XignWording

/// Models of the pages of recovery, with `text` applied to each value that comes from outside.
struct RecoveryExamples {
    let wording: any Wording
    let text: (String) -> String

    /// One page of each kind.
    var kinds: [(name: String, page: HTML)] { ways + mails + states + own }

    private func frame(_ address: String?, help: Bool = true) -> RecoveryLayout.Frame {
        RecoveryLayout.Frame(
            address: address.map { text($0) }, provider: help ? PageExamples.provider(text) : .none)
    }

    private var ways: [(name: String, page: HTML)] {
        let unknown = LostDevicePage.CodeForm(typed: text("K7QM-2XPD"), .unknown)
        return [
            ("LostDevicePage", LostDevicePage.page(LostDevicePage.CodeForm(), frame("/recover"), in: wording)),
            ("LostDevicePage-unknown", LostDevicePage.page(unknown, frame(nil), in: wording)),
            ("LostDevicePage-without-codes", LostDevicePage.page(nil, frame("/recover", help: false), in: wording)),
        ]
    }

    private var mails: [(name: String, page: HTML)] {
        let addresses = ["a\u{2026}@example.org", "a\u{2026}@home.example"].enumerated().map { index, masked in
            RecoveryMailPage.Address(id: text("AAEC\(index)"), masked: text(masked))
        }
        func choice(isEnd: Bool, _ problem: RecoveryMailPage.Choice.Problem? = nil) -> HTML {
            RecoveryMailPage.page(
                .init(addresses, isEnd: isEnd, problem: problem), frame(problem == nil ? "/recover/mail" : nil),
                in: wording)
        }
        func mailed(
            isEnd: Bool, again: RecoveryMailPage.Mailed.Again = .now, limit: MailCodeLimits.Reached? = nil,
            _ flaw: RecoveryMailPage.Mailed.Flaw? = nil
        ) -> HTML {
            RecoveryMailPage.page(
                .init(
                    to: text("a\u{2026}@example.org"), until: AccountExamples.noon, again: again, isEnd: isEnd,
                    limit: limit, flaw: flaw), frame(flaw == nil && limit == nil ? "/recover/mail" : nil), in: wording)
        }
        let typed = text("K7QM-2XPD")
        return [
            ("RecoveryMailPage-choice", choice(isEnd: false)), ("RecoveryMailPage-choice-end", choice(isEnd: true)),
            ("RecoveryMailPage-choice-limited", choice(isEnd: false, .limited(.account))),
            ("RecoveryMailPage-choice-over", choice(isEnd: true, .codeOver)),
            ("RecoveryMailPage-code", mailed(isEnd: false)), ("RecoveryMailPage-code-end", mailed(isEnd: true)),
            ("RecoveryMailPage-code-sent", mailed(isEnd: false, again: .from(AccountExamples.noon))),
            ("RecoveryMailPage-code-often", mailed(isEnd: false, again: .never)),
            ("RecoveryMailPage-code-limited", mailed(isEnd: true, limit: .address)),
            ("RecoveryMailPage-code-malformed", mailed(isEnd: false, .wrong(typed: text("K7QM"), triesLeft: nil))),
            ("RecoveryMailPage-code-wrong", mailed(isEnd: false, .wrong(typed: typed, triesLeft: 3))),
            ("RecoveryMailPage-code-wrong-last", mailed(isEnd: true, .wrong(typed: typed, triesLeft: 1))),
        ]
    }

    private var states: [(name: String, page: HTML)] {
        func page(_ state: RecoveryStatePage.State) -> HTML {
            RecoveryStatePage.page(
                state, comeBackTo: text("https://login.example.org/recover"), frame("/recover/mail"), in: wording)
        }
        let code = DeviceCode(
            link: text("https://app.login.example.org/a#AQIDBAUG"), side: 29, path: text("M4 4h7v1h-7z"),
            pin: text("48210937"), expiresAt: AccountExamples.noon)
        return [
            (
                "RecoveryStatePage-waiting",
                page(.waiting(goesOn: AccountExamples.yesterday, until: AccountExamples.noon))
            ),
            ("RecoveryStatePage-used", page(.used(at: AccountExamples.noon))),
            ("RecoveryStatePage-done", page(.done)),
            ("RecoveryDevicePage", RecoveryDevicePage.page(code, frame("/recover/device"), in: wording)),
            (
                "RecoveryDevicePage-not-yet",
                RecoveryDevicePage.page(code, isNotYet: true, frame("/recover/device?connected=1"), in: wording)
            ),
        ]
            + RecoveryRefusalCode.allCases.map { ("RecoveryStatePage-\($0.rawValue)", page(.refused($0))) }
    }

    private var own: [(name: String, page: HTML)] {
        let account = AccountExamples(wording: wording, text: text)
        let running = RunningRecovery(
            begun: AccountExamples.yesterday, goesOn: AccountExamples.noon, stopTicket: account.ticket)
        func page(
            _ made: Moment?, running: RunningRecovery? = nil, _ obstacle: OwnRecoveryPage.Obstacle? = nil
        ) -> HTML {
            OwnRecoveryPage.page(
                .init(
                    made: made, running: running, obstacle: obstacle, makeTicket: account.ticket,
                    removeTicket: account.ticket), account.frame("/account/recovery"), in: wording)
        }
        func overview(running: RunningRecovery? = nil, _ step: OverviewPage.CodeStep) -> HTML {
            let model = OverviewPage.Model(
                lastLogin: nil, deviceCount: 1, valueCount: 1, websiteCount: 1, runningRecovery: running,
                codeStep: step)
            return OverviewPage.page(model, account.frame("/account"), in: wording)
        }
        return [
            ("OwnRecoveryPage", page(AccountExamples.yesterday)),
            ("OwnRecoveryPage-none", page(nil, .noAddress)),
            ("OwnRecoveryPage-administrator", page(nil, .administrator)),
            ("OwnRecoveryPage-running", page(AccountExamples.yesterday, running: running)),
            (
                "RecoveryCodePage",
                RecoveryCodePage.page(
                    code: text("K7QM-2XPD-9RTV-K7QM-2XPD-9RTV"), address: text("https://login.example.org/recover"),
                    account.frame("/account/recovery/code"), in: wording)
            ),
            ("OverviewPage-recovery", overview(running: running, .make)),
            ("OverviewPage-recovery-ended", overview(.replace)),
        ]
    }
}
