public import XignSDK

// For the SDK's own source beside this file, which Linux compiles as part of the tests alone.
public typealias Transport = XignSDK.Transport
public typealias HTTPRequest = XignSDK.HTTPRequest
public typealias HTTPResponse = XignSDK.HTTPResponse
public typealias TransportError = XignSDK.TransportError
