import Terminal
import Testing

struct ManualPageTests {
    @Test("The manual", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("has a page for the program and one for each of its commands", names),
        TestCase("refuses the name of no page", unknown),
        TestCase("says of the program which commands and options it has", program),
        TestCase("says of a command all that its help says", command),
        TestCase("describes the commands of a group on one page", group),
        TestCase("keeps what a reader copies: hyphens, quotes, backslashes; a command in backquotes is bold", notation),
    ]

    func names() {
        let names = "sample\nsample-login\nsample-user\nsample-break\nsample-completion\nsample-manual\nsample-help\n"
        #expect(Sample.run("manual") == (0, names, ""))
    }

    func unknown() {
        #expect(Sample.run("manual sample-lgoin") == (64, "", "sample: there is no manual page sample-lgoin\n"))
    }

    private let statuses = "\n.SH \"EXIT STATUS\"\n.TP\n\\fB0\\fR\ndone\n.TP\n\\fB7\\fR\nnobody there\n"

    func program() {
        let page = Sample.run("manual sample").output
        #expect(
            page.hasPrefix(
                """
                .TH SAMPLE 1 "" "sample 1.2.3"
                .SH "NAME"
                sample \\- Shows how it works
                .SH "SYNOPSIS"
                \\fBsample\\fR COMMAND [options]
                .SH "DESCRIPTION"
                .PP
                Shows how it works.
                .SH "COMMANDS"
                .TP
                \\fBsample\\-login\\fR(1)
                Log in.

                """))
        #expect(page.contains("\n.TP\n\\fB\\-\\-home\\fR \\fIDIR\\fR\nWhere accounts are kept.\n"))
        #expect(page.hasSuffix(statuses + ".SH \"SEE ALSO\"\n\\fBsample.conf\\fR(5)\n"))
    }

    func command() {
        #expect(
            Sample.run("manual sample-login").output == """
                .TH SAMPLE\\-LOGIN 1 "" "sample 1.2.3"
                .SH "NAME"
                sample\\-login \\- Log in
                .SH "SYNOPSIS"
                \\fBsample login\\fR \\fILINK\\fR [\\fILEVEL\\fR] [options]
                .SH "DESCRIPTION"
                .PP
                Log in.
                .PP
                One.
                .PP
                Two.
                .SH "ARGUMENTS"
                .TP
                \\fILINK\\fR
                What the QR code says.
                .TP
                \\fILEVEL\\fR
                A number from 1 to 3.
                .SH "OPTIONS"
                .TP
                \\fB\\-\\-role\\fR \\fINAME\\fR
                The role.
                .TP
                \\fB\\-s\\fR, \\fB\\-\\-set\\fR \\fINAME=VALUE\\fR ...
                Sets an attribute.
                .TP
                \\fB\\-p\\fR, \\fB\\-\\-port\\fR \\fIPORT\\fR
                Where to listen.
                .TP
                \\fB\\-v\\fR, \\fB\\-\\-verbose\\fR
                Say more.
                .TP
                \\fB\\-y\\fR, \\fB\\-\\-yes\\fR
                Do not ask.
                .TP
                \\fB\\-\\-home\\fR \\fIDIR\\fR
                Where accounts are kept.
                .TP
                \\fB\\-\\-json\\fR
                Print JSON, for programs.
                .SH "EXIT STATUS"
                .TP
                \\fB0\\fR
                done
                .TP
                \\fB7\\fR
                nobody there
                .SH "SEE ALSO"
                \\fBsample\\fR(1), \\fBsample.conf\\fR(5)

                """)
    }

    func group() {
        let page = Sample.run("manual sample-user").output
        #expect(page.contains("\n\\fBsample user\\fR COMMAND [options]\n"))
        #expect(
            page.contains(
                """

                .SS sample user add
                .PP
                \\fBsample user add\\fR [\\fINAME\\fR...] [options]
                .PP
                Add people.
                .TP
                \\fINAME\\fR
                Names.
                .SS sample user list

                """))
        #expect(
            page.contains(
                statuses + """
                    .SH "EXAMPLES"
                    .PP
                    Adds Ann.
                    .PP
                    .nf
                    \\fBsample user add Ann\\fR
                    .fi
                    .PP
                    .nf
                    \\fBsample user add\\fR
                    .fi
                    .SH "SEE ALSO"

                    """))
    }

    func notation() {
        let command = Command("run", "Run.", discussion: #"Type `x --a='b' "c\n" ~ ^`. It's"#) { _, _ in }
        let program = Program("sample", version: "1", ".hidden files", commands: [command])
        let transcript = Transcript()
        let console = Console(output: transcript.output(), errors: transcript.output(), keyboard: .none)
        #expect(program.run(["manual", "sample-run"], console: console) == 0)
        #expect(
            transcript.text.contains(
                #"Type \fBx \-\-a=\(aqb\(aq \(dqc\en\(dq \(ti \(ha\fR. It\(aqs"#))
        #expect(program.run(["manual", "sample"], console: console) == 0)
        #expect(transcript.text.contains("\n\\&.hidden files\n"))
    }
}
