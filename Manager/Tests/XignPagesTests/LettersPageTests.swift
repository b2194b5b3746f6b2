import Testing
import XignDomain

@testable import XignPages
@testable import XignWording

struct LettersPageTests {
    @Test("Letters to print", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("no file has a script, or an address that a browser follows", closed),
        TestCase("each letter names host, account, operator, help and end, in the person's language", contents),
        TestCase("hostile names change the text of a letter, but not one tag or attribute", hostile),
        TestCase("the letters of both languages have the same parts, and no sentence in common", languages),
    ]

    private func head(_ account: String = "ada", _ wording: any Wording = English()) -> LettersPage.Head {
        LettersPage.Head(
            host: "login.example.org", account: account, expiresAt: Moment(seconds: 1_800_000_000),
            provider: OperatorProfile(name: account, help: "mailto:help@example.org"), wording: wording)
    }

    private func files(_ account: String = "ada", _ wording: any Wording = English()) -> [HTML] {
        let code = PaperCode(link: "https://app.login.example.org/a#AQIDBAUG", side: 29, path: "M4 4h7v1h-7z")
        return [
            LettersPage.codes([.init(head(account, wording), code)], in: wording),
            LettersPage.pins([.init(head(account, wording), "48210937")], in: wording),
        ]
    }

    func closed() {
        for file in files() {
            let markup = PageMarkup(file.text)
            #expect(markup.unquoted.isEmpty)
            for tag in markup.tags {
                #expect(!["script", "a", "img", "link", "form", "iframe", "base"].contains(tag.name))
                for attribute in tag.attributes {
                    #expect(!WebAddress.attributes.contains(attribute.name), "\(attribute.name)")
                    #expect(!attribute.name.lowercased().hasPrefix("on"), "\(attribute.name)")
                }
            }
            #expect(file.text.contains("default-src 'none'"))
        }
    }

    func contents() {
        for (wording, language) in [(English() as any Wording, "en"), (German(), "de")] {
            for file in files("ada", wording) {
                for part in ["login.example.org", "<bdi>ada</bdi>", "help@example.org", "2027", "lang=\"\(language)\""]
                {
                    #expect(file.text.contains(part), "\(language): \(part)")
                }
                #expect(!file.text.contains("mailto:"))
            }
        }
    }

    func hostile() {
        let name = "\"><script>alert(1)</script>&"
        for (plain, hostile) in zip(files(), files(name)) {
            #expect(PageMarkup(hostile.text).tags == PageMarkup(plain.text).tags)
        }
    }

    func languages() {
        let same = ["login.example.org", "help@example.org", "ada", "48210937", "PIN", "https://app.login.example.org"]
        for (english, german) in zip(files(), files("ada", German())) {
            let (english, german) = (PageMarkup(english.text).tags, PageMarkup(german.text).tags)
            #expect(english == german)
            for (tag, other) in zip(english, german) where tag.name != "style" {
                let isSame = tag.textAfter == other.textAfter && tag.textAfter.contains(where: \.isLetter)
                #expect(!isSame || same.contains { tag.textAfter.contains($0) }, "\(tag.textAfter)")
            }
        }
    }
}
