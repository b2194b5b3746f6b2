import XignWording

/// A button that copies the text of the `code` element beside it, for pages with `WebAssets.copyScript`.
///
/// Without scripts it is hidden, and the text can be selected.
enum CopyButton {
    static func html(in wording: any GeneralWording) -> HTML {
        """
        <button type="button" class="quiet" data-copied="\(wording.copied)" hidden>\(wording.copy)</button>
        """
    }
}
