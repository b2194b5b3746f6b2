import XignProtocol

/// The attributes that a website names one by one in its `claims` parameter (OpenID Connect Core, section 5.5).
public struct ClaimsRequest: Sendable, Equatable {
    public var idToken: Set<AttributeName>
    public var userInfo: Set<AttributeName>

    public static let none = ClaimsRequest(idToken: [], userInfo: [])

    public init(idToken: Set<AttributeName>, userInfo: Set<AttributeName>) {
        self.idToken = idToken
        self.userInfo = userInfo
    }
}
