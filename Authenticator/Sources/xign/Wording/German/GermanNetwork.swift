import Foundation
import Terminal
import XignSDK

struct GermanNetwork: NetworkWording {
    func reason(_ problem: TransportError) -> Text {
        switch problem {
        case .responseTooLarge: "die Antwort ist zu groß"
        case .timedOut: "es kam nicht rechtzeitig eine ganze Antwort"
        case .certificateUntrusted: "seinem Zertifikat wird nicht vertraut"
        case .notHTTP: "was antwortet, spricht kein HTTP"
        case .invalidRequest: "seine Adresse ist nicht verschlüsselt"
        case .hostNotFound: "der Name des Servers wurde nicht gefunden (DNS)"
        case .notConnected(let errno): "es kam keine Verbindung zum Server zustande (\(words(errno)))"
        case .notSecured:
            "die Verbindung endete, bevor sie verschlüsselt war, oder etwas anderes als ein Server mit TLS antwortete"
        case .proxy(let problem): "\(reason(problem)) (Umgebungsvariable https_proxy oder all_proxy)"
        case .failed: "die Verbindung brach ab"
        }
    }

    private func reason(_ problem: ProxyProblem) -> Text {
        switch problem {
        case .notFound: "der Name des Proxys wurde nicht gefunden, oder seine Adresse ist keine"
        case .notConnected(let errno): "es kam keine Verbindung zum Proxy zustande (\(words(errno)))"
        case .passwordNeeded: "der Proxy verlangt ein Passwort, oder er nimmt das angegebene nicht an"
        case .refused(let status) where status == 511 || (300..<400).contains(status):
            "das Netz verlangt zuerst eine Anmeldung (HTTP-Status \(status) des Proxys)"
        case .refused(let status): "der Proxy lehnt die Verbindung ab (HTTP-Status \(status))"
        case .socksRefused(let reply): "der SOCKS-Proxy lehnt die Verbindung ab (Antwort \(reply))"
        case .certificateUntrusted: "dem Zertifikat des Proxys wird nicht vertraut"
        case .broken: "der Proxy hat die Verbindung beendet oder spricht ein anderes Protokoll"
        }
    }

    private func words(_ errno: Int32) -> String {
        switch errno {
        case ECONNREFUSED: "Verbindung abgelehnt"
        case ENETUNREACH, ENETDOWN: "kein Netz"
        case EHOSTUNREACH, EHOSTDOWN: "kein Weg dorthin"
        case EACCES, EPERM: "dieses Gerät verbietet sie"
        case 0: "das System nennt keinen Grund"
        default: "Systemfehler \(errno)"
        }
    }

    func kind(_ answer: ForeignAnswer) -> Text {
        switch answer {
        case .networkLogin: "ein Netz, das zuerst eine Anmeldung verlangt"
        case .proxyPassword: "ein Proxy, der ein Passwort verlangt"
        case .redirect(let target): target.map { "ein Verweis auf \($0)" } ?? "ein Verweis auf eine andere Adresse"
        case .page: "eine Webseite, vielleicht von einem Netz, das zuerst eine Anmeldung verlangt"
        case .gateway: "ein Server vor dem Manager, der ihn nicht erreicht"
        }
    }
}
