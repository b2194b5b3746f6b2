import XignCrypto

@testable import XignProtocol

/// The values that a manager derives from its secret.
extension VectorGenerator {
    static func requestNames(_ managerSecret: [UInt8]) -> [DerivationVectors.RequestName] {
        let requests: [(DeviceOperationName, [UInt8], [UInt8])] = [
            (.open, Sample.activation.bytes, #"{"activationId":"\#(Sample.activation)"}"#.octets),
            (.start, Sample.activation.bytes, #"{"activationId":"\#(Sample.activation)"}"#.octets),
            (.prepare, Sample.session.bytes, #"{"sessionId":"\#(Sample.session)"}"#.octets),
            (.startUtility, Sample.activation.bytes, []),
        ]
        let encapsulatedKey = [UInt8](0..<32)
        return requests.map { operation, id, body in
            let name = RequestName(
                operation: operation, id: id, encapsulatedKey: encapsulatedKey, body: body,
                managerSecret: SymmetricKey(data: managerSecret))
            return .init(
                managerSecret: Octets(managerSecret), operation: operation.rawValue, id: Octets(id),
                encapsulatedKey: Octets(encapsulatedKey), body: Octets(body), requestName: Octets(name.bytes),
                bearerValue: Octets(name.bearerValue.bytes), challenge: Octets(name.challenge))
        }
    }

    static func statementSecret(
        _ statement: ConsentStatement, _ managerSecret: [UInt8]
    ) -> DerivationVectors.StatementSecret {
        let secrets = StatementSecrets(of: statement.serialized, managerSecret: SymmetricKey(data: managerSecret))
        return .init(
            managerSecret: Octets(managerSecret), statement: Octets(statement.serialized),
            returnSecret: Octets(secrets.returnSecret.bytes), grant: Octets(secrets.grant.bytes),
            code: Base64URL.encode(secrets.code.bytes))
    }

    static func inAppSecret(_ managerSecret: [UInt8]) -> DerivationVectors.InAppSecret {
        let secret = InAppAnswer.secret(of: Sample.session, managerSecret: SymmetricKey(data: managerSecret))
        return .init(
            managerSecret: Octets(managerSecret), session: Octets(Sample.session.bytes), secret: Octets(secret.bytes))
    }

    static func recognitions(_ managerSecret: [UInt8]) -> [DerivationVectors.Recognition] {
        let body = #"{"activationId":"\#(Sample.activation)"}"#.octets
        let contents = [
            ("xign/1 enrolment", Sample.enrolment.serialized), ("xign/1 body", Array(SHA256.hash(data: body))),
        ]
        return contents.map { label, content in
            let code = HMAC<SHA256>.authenticationCode(
                for: label.octets + content, using: SymmetricKey(data: managerSecret))
            return .init(
                managerSecret: Octets(managerSecret), label: label, content: Octets(content), value: Octets(Array(code))
            )
        }
    }
}
