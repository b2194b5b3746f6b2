extension HPKE {
    /// True if `XWingMLKEM768X25519` can be used.
    ///
    /// The same name exists on Apple's systems, where it depends on the version of the system. The value does not
    /// change while the process runs.
    public static var isXWingAvailable: Bool { XWingMLKEM768X25519.isAvailable }
}

extension XWingMLKEM768X25519 {
    /// True if the libcrypto loaded at run time has ML-KEM. Portable code uses ``HPKE/isXWingAvailable``, which also
    /// exists on systems of Apple that do not have this type.
    public static var isAvailable: Bool { MLKEM768.isAvailable }
}
