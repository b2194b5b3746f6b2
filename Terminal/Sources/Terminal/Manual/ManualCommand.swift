extension Command {
    /// The command `manual [PAGE]`, which every program has.
    static func manual(of program: Program) -> Command {
        let page = Parameter<String?>.optionalArgument("PAGE", program.wording.manualPage)
        return Command(
            "manual", program.wording.manual, discussion: program.wording.manualUse(program.name), [page]
        ) { given, console in
            let pages = ManualPages(program: program)
            guard let name = given[page] else {
                return console.print(.verbatim(pages.names.joined(separator: "\n")))
            }
            guard let text = pages.page(name) else { throw UsageError(program.wording.manualPageUnknown(name)) }
            console.print(.verbatim(text))
        }
    }
}
