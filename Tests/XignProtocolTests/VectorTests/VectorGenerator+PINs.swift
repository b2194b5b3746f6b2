import Testing

@testable import XignProtocol

extension VectorGenerator {
    static func pins() throws -> PINVectors {
        let listed = PIN.wellKnown.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        let steps = [
            "00000", "777777", "12345", "98765", "67890", "890123", "210987", "01234567890123456789012345678901",
        ]
        let groups = ["1212", "121212", "12121", "123123", "1231231", "12312312", "00100100", "4545454545", "90909"]
        let nearly = ["11112", "123457", "123465", "135791", "121221", "123124", "0000001", "12123", "246802"]
        let others = ["482915", "00917364", "31415", "271828", "123450", "20260714", "987401", "112234", "7894561"]
        let examples = steps + groups + nearly + others
        return PINVectors(
            listed: listed,
            examples: try examples.filter { $0.utf8.count >= 5 }.map {
                .init(pin: $0, isCommon: try #require(PIN($0)).isCommon)
            })
    }
}
