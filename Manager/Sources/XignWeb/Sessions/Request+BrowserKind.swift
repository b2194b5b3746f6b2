import XignDomain
import XignHTTP

extension Request {
    /// The browser's words for itself and its system; nil where it has none of the known ones, or several fields.
    var browserKind: BrowserKind? {
        let fields = headers.all("User-Agent")
        return fields.count == 1 ? BrowserKind(userAgent: fields[0]) : nil
    }
}
