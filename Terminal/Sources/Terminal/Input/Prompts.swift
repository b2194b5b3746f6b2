import Spelling

extension Console {
    /// True where there is a terminal on which a person can be asked.
    public var canAsk: Bool { keyboard.isThere() }

    /// Asks for a line.
    /// - Throws: ``InputError``.
    public func ask(_ prompt: Text) throws -> String { try keyboard.ask(prompt + " ", .shown) }

    /// Asks for a secret, which is hidden while it is typed.
    /// - Parameter fromInput: true to read the next line of the input instead, at most 1,024 bytes (see
    ///   ``Parameter/pinStdin``).
    /// - Throws: ``InputError``. The terminal's echo is restored in any case.
    public func askSecret(_ prompt: Text, fromInput: Bool = false) throws -> String {
        fromInput ? try input.readLine() : try keyboard.ask(prompt + " ", .hidden)
    }

    /// Asks for a new secret; a person must type it twice, since hidden text is easily mistyped.
    /// - Throws: ``InputError``; ``InputError/notRepeated`` if the two entries differ.
    public func askNewSecret(_ prompt: Text, again: Text, fromInput: Bool = false) throws -> String {
        let secret = try askSecret(prompt, fromInput: fromInput)
        guard !fromInput else { return secret }
        guard try askSecret(again) == secret else { throw InputError.notRepeated }
        return secret
    }

    /// Asks for one of few answers: white space at its ends and capitals mean nothing.
    /// - Returns: the answer in lower case.
    /// - Throws: ``InputError``.
    public func askWord(_ prompt: Text) throws -> String { Naming.trimmed(try ask(prompt)).lowercased() }

    /// Asks a question until the answer is yes or no.
    /// - Parameter unlessAnswered: the meaning of an empty answer; nil to ask again.
    /// - Throws: ``InputError``.
    public func confirm(_ question: Text, unlessAnswered: Bool? = nil) throws -> Bool {
        let choices = wording.choices(unlessAnswered: unlessAnswered)
        while true {
            let answer = try askWord("\(question) \(choices)")
            if let answer = answer.isEmpty ? unlessAnswered : wording.isYes(answer) { return answer }
        }
    }

    /// Shows a numbered list, and asks for one entry until the answer is valid.
    /// - Parameter unlessAnswered: the index for an empty answer; nil to ask again.
    /// - Returns: the index into `choices`.
    /// - Throws: ``InputError``.
    public func choose(_ question: Text, from choices: [Text], unlessAnswered: Int? = nil) throws -> Int {
        precondition(!choices.isEmpty, "a menu needs something to choose from")
        let rows = choices.enumerated().flatMap { index, choice in
            ("  \(index + 1)  \(choice)" as Text).broken(indent: 7)
        }
        let list = rows.map { "\($0)\n" as Text }.joined()
        let preselected: Text = unlessAnswered.map { " [\($0 + 1)]" } ?? ""
        var prompt = "\(question)\n\(list)\(wording.number)\(preselected):" as Text
        while true {
            let answer = try askWord(prompt)
            if answer.isEmpty, let unlessAnswered { return unlessAnswered }
            if let number = Int(answer), 1...choices.count ~= number { return number - 1 }
            prompt = "\(wording.number(upTo: choices.count))\(preselected):"
        }
    }
}
