// On Apple's systems this module is CryptoKit, and the little that CryptoKit lacks in the files beside this one.
@_exported import CryptoKit
