// On Apple's systems this module is CryptoKit, with additions in the other files of this folder.
@_exported import CryptoKit
