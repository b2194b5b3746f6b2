import Testing
import XignDomain

@testable import XignPages
@testable import XignWording

/// The words of pages for people with and without an app.
struct DeviceWordsTests {
    @Test("Words for people without an app", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("where a phone's browser can be the authenticator, the pages for both kinds speak of no app", both),
        TestCase("elsewhere the steps say how to open the app", appAlone),
    ]

    /// The texts of a page, without markup.
    private func words(_ page: HTML) -> String { page.text.replacing(#/<[^>]*>/#, with: " ") }

    func both() {
        let app = #/\b[Aa]pps?\b/#
        for wording in Wordings.all {
            var pages: [HTML] = PageState.examples.flatMap { state in
                [(true, true), (true, false), (false, true)].map { code, link in
                    LoginPage.page(PageExamples.ofBoth(state, code: code, link: link), in: wording)
                }
            }
            pages += PageState.examples.map { state in
                var model = PageExamples.confirmation(state)
                model.provider = PageExamples.providerOfBoth()
                return ConfirmationPage.page(model, in: wording)
            }
            pages.append(HomePage.page(of: PageExamples.providerOfBoth(), host: "login.example.org", in: wording))
            pages.append(AccountExamples(wording: wording, text: { $0 }).codeOfBoth)
            for page in pages { #expect(words(page).firstMatch(of: app) == nil, "\(wording.tag): \(words(page))") }
        }
    }

    func appAlone() {
        var model = PageExamples.login(.waiting)
        #expect(words(LoginPage.page(model, in: English())).contains("Open in Example Login"))
        model.provider = .none
        #expect(words(LoginPage.page(model, in: English())).contains("Open your authenticator app"))
    }
}
