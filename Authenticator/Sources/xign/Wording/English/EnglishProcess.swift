import Terminal

struct EnglishProcess: ProcessWording {
    func cancelled(_ undertaking: Undertaking) -> Text {
        switch undertaking {
        case .login, .inApp: "The login is cancelled."
        case .change: "Cancelled. Nothing was changed."
        case .transaction: "Cancelled. Nothing was done."
        }
    }

    func reported(_ undertaking: Undertaking) -> Text {
        switch undertaking {
        case .login, .inApp: "The login is cancelled, and reported to the manager as not begun by you."
        case .change: "Cancelled, and reported to the manager as not begun by you. Nothing was changed."
        case .transaction: "Cancelled, and reported to the manager as not begun by you. Nothing was done."
        }
    }

    func declined(_ undertaking: Undertaking) -> Text {
        switch undertaking {
        case .login, .inApp: "not logged in"
        case .change: "nothing was changed"
        case .transaction: "nothing was done"
        }
    }

    func over(_ undertaking: Undertaking) -> Text {
        switch undertaking {
        case .login, .inApp: "this login is over or unknown"
        case .change: "this took too long, or was ended elsewhere"
        case .transaction: "this confirmation is over or unknown"
        }
    }

    func again(_ undertaking: Undertaking) -> Text {
        switch undertaking {
        case .login: "start the login again on the website, and use the new code"
        case .inApp, .change: "run the command again"
        case .transaction: "ask for it again on the page in the browser, and use the new code"
        }
    }

    func foreignAnswer(_ undertaking: Undertaking) -> Text {
        switch undertaking {
        case .login, .inApp: "the manager's answer does not belong to a login"
        case .change: "the manager's answer does not belong to this change"
        case .transaction: "the manager's answer does not belong to this confirmation"
        }
    }

    func unknown(_ undertaking: Undertaking) -> Text {
        switch undertaking {
        case .login: "The login page shows whether the login was confirmed"
        case .inApp: "Without its answer there is no code; to log in, run the command again"
        case .change: "To see whether it was done, use xign activation list; to repeat it, run the command again"
        case .transaction: "The page in the browser shows whether it was confirmed"
        }
    }

    var tryAgain: Text { "The outcome is unknown. Try again?" }

    var askPIN: Text { "PIN:" }
    var notAPIN: Text {
        """
        This is not a PIN: a PIN has 5 to 32 digits, and between them nothing but spaces and hyphens. No attempt was \
        counted.
        """
    }

    func wrong(_ secret: WrongSecret) -> Text {
        switch secret {
        case .activationPIN: "the activation PIN was wrong"
        case .pin: "the PIN was wrong"
        }
    }

    func locked(seconds: Int) -> Text { "Locked for \(EnglishTime().span(seconds: seconds)) ..." }

    func locked(_ lockout: LockoutEnd, _ circumstance: LockoutCircumstance) -> Text {
        let reason =
            switch circumstance {
            case .now(let secret): "\(wrong(secret)): " as Text
            case .already: "already " as Text
            }
        return switch lockout {
        case .never:
            "\(reason)locked permanently: get a new activation from another device of yours, or from the operator"
        case .after(let seconds):
            "\(reason)locked for \(EnglishTime().span(seconds: seconds)): wait, then try again"
        }
    }

    func factorUnsupported(_ name: String) -> Text { "xign does not support the factor \(name): use another device" }
    func combinations(_ combinations: [String]) -> Text { "--with must be \(combinations.joined(separator: " or "))" }
}
