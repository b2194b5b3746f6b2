public import XignSDK

// Names for the SDK's source file beside this one, which Linux compiles only as part of the tests.
public typealias Transport = XignSDK.Transport
public typealias TransportRequest = XignSDK.TransportRequest
public typealias TransportResponse = XignSDK.TransportResponse
public typealias TransportError = XignSDK.TransportError
