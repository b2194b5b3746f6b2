import DatabaseFixture
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

/// The example's service with declared attributes and an account name, and ada with values.
struct DeclaredScene {
    let scene: GroupScene

    var manager: TestManager { scene.manager }
    var device: RawDevice { scene.device }

    static let attributes = """
          attributes:
            - name: costCentre
              label: { en: Cost centre, de: Kostenstelle }
              claim: cost_centre
              scope: hr
            - { name: seats, label: Seats, type: number }
            - { name: trainee, label: Trainee, type: boolean }
        """

    /// - Parameters:
    ///   - attributes: of the settings.
    ///   - service: further keys of the service.
    ///   - ada: further keys of the user.
    static func declaration(
        attributes: String = attributes, service: String = "attributes: [costCentre]",
        ada: String = "attributes: { costCentre: \"4711\" }"
    ) -> String {
        func indented(_ text: String, _ count: Int) -> String {
            text.split(separator: "\n").map { String(repeating: " ", count: count) + $0 + "\n" }.joined()
        }
        return TestManager.declaration(settings: attributes.isEmpty ? "" : "settings:\n\(attributes)")
            .replacing("      - name: demo\n", with: "      - name: demo\n\(indented(service, 8))")
            .replacing("  - name: ada\n", with: "  - name: ada\n\(indented(ada, 4))")
    }

    init(
        _ engine: Engine = .sqlite, service: String = "attributes: [costCentre]",
        ada: String = "attributes: { costCentre: \"4711\" }"
    ) throws {
        scene = try GroupScene(engine, service: nil, ada: nil)
        try scene.apply(Self.declaration(service: service, ada: ada))
    }

    @discardableResult
    func apply(_ yaml: String) throws -> [String] { try scene.apply(yaml) }

    @discardableResult
    func set(_ attribute: String, _ value: String?) throws -> Bool {
        try manager.context.setAttribute(
            attribute, ofUser: TestManager.userName, to: value, by: TestManager.operatorName)
    }

    @discardableResult
    func name(_ name: String?, user: String = TestManager.userName) throws -> Bool {
        try manager.context.setAccountName(name, user: user, at: "demo", by: TestManager.operatorName)
    }

    func errors(_ yaml: String) -> [DeclarationError] {
        do { _ = try apply(yaml) } catch let errors as DeclarationErrors { return errors.all } catch { return [] }
        return []
    }
}
