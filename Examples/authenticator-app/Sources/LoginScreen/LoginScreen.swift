// These views were never built on Apple's systems. They are type-checked on Linux, against declarations of SwiftUI's
// interfaces.

#if canImport(SwiftUI)
    public import SwiftUI
    internal import XignSDK

    /// The screen on which a person confirms a login. Where an app has its scanner, this one has a field for the text.
    public struct LoginScreen: View {
        private let model: LoginModel
        @State private var text = ""

        /// Shows a model.
        public init(model: LoginModel) { self.model = model }

        public var body: some View {
            Form {
                if let message = model.message { Text(message) }
                step.disabled(model.isWorking)
            }
        }

        @ViewBuilder private var step: some View {
            switch model.step {
            case .scan:
                TextField("Text of the code", text: $text)
                Button("Continue") { Task { await model.scan(text, source: .opened) } }
            case .consent:
                if let consent = model.consent { ConsentView(model: model, consent: consent) }
            case .pin, .locked:
                PINView(model: model)
            case .unanswered:
                Button("Try again") { Task { await model.submitAgain() } }
            case .done(let url):
                if let url { Link("Back to the browser", destination: url) }
                Button("Done") { model.startOver() }
            case .ended:
                Button("Done") { model.startOver() }
            }
        }
    }

    /// The request with the ways to answer it.
    struct ConsentView: View {
        let model: LoginModel
        let consent: Consent
        @State private var digits = ""
        @State private var role: Role? = nil
        @State private var optional: Set<PersonalAttribute.Name> = []
        @State private var values: [PersonalAttribute.Name: String] = [:]
        @State private var additions: [String: String] = [:]

        init(model: LoginModel, consent: Consent) { (self.model, self.consent) = (model, consent) }

        var body: some View {
            Section("Do you confirm this?") {
                ForEach(consent.act, id: \.self) { Text($0) }
                // Each name is a view of its own, and no part of a sentence: anybody may have chosen it.
                Text(consent.service.name)
                Text(consent.service.origin)
                Text(consent.organization.name)
            }
            if consent.roles.count > 1 {
                Section("As") {
                    ForEach(consent.roles, id: \.id) { choice in
                        Button(choice.id == role?.id ? "✓ \(choice.name)" : choice.name) { role = choice }
                    }
                }
            }
            Section("The website will receive") {
                ForEach(consent.attributes, id: \.id) { attribute in
                    let name = Texts.name(of: attribute.name)
                    if attribute.isRequired {
                        Text(name)
                    } else {
                        Button(optional.contains(attribute.name) ? "✓ \(name)" : "Also \(name)?") {
                            optional.formSymmetricDifference([attribute.name])
                        }
                    }
                    if attribute.isDataMissing {
                        TextField("Your \(name)", text: $values[text: attribute.name])
                    }
                    if attribute.aliases.count > 1 {
                        ForEach(attribute.aliases.map(\.alias).sorted(), id: \.self) { alias in
                            Button(values[attribute.name] == alias ? "✓ \(alias)" : alias) {
                                values[attribute.name] = alias
                            }
                        }
                    }
                }
            }
            if !consent.additions.isEmpty {
                Section("In the words of") {
                    Text(consent.manager)
                    ForEach(consent.additions, id: \.id) { addition in additionView(addition) }
                }
            }
            if consent.asksForDigits {
                Section("Type the two digits of the page that you opened. Were you sent a link? Stop.") {
                    TextField("Digits", text: $digits)
                }
            }
            Button("Confirm") {
                Task {
                    await model.agree(
                        as: role, digits: digits, sending: optional, values: values, including: additions)
                }
            }
            Button("Cancel") { Task { await model.refuse(.cancelled) } }
            Button("That was not me") { Task { await model.refuse(.notMe) } }
        }

        /// A value or a permission: its name, and a button for each text that is not sent anyway.
        @ViewBuilder private func additionView(_ addition: AdditionalInformation) -> some View {
            let texts = addition.aliases.map(\.alias).sorted()
            Text(addition.name)
            if addition.kind == .permission { Text("Allow this? Not on a shared computer.") }
            if addition.isRequired && texts.count == 1 {
                Text(texts[0])
            } else {
                ForEach(texts, id: \.self) { text in
                    Button(additions[addition.name] == text ? "✓ \(text)" : text) {
                        additions[addition.name] = additions[addition.name] == text ? nil : text
                    }
                }
            }
        }
    }

    extension [PersonalAttribute.Name: String] {
        /// The text of an attribute's field.
        fileprivate subscript(text name: PersonalAttribute.Name) -> String {
            get { self[name] ?? "" }
            set { self[name] = newValue }
        }
    }

    /// A field for the PIN, whose text goes with the view.
    struct PINView: View {
        let model: LoginModel
        @State private var pin = ""

        init(model: LoginModel) { self.model = model }

        var body: some View {
            SecureField("PIN", text: $pin)
            Button("Confirm") {
                let typed = pin
                pin = ""
                Task { await model.enter(pin: typed) }
            }
        }
    }
#endif
