extension HPKE {
    /// True if `XWingMLKEM768X25519` can be used: if the libcrypto loaded at run time has ML-KEM.
    ///
    /// The same name exists on Apple's systems, where it depends on the version of the system. The value does not
    /// change while the process runs.
    public static var isXWingAvailable: Bool { MLKEM768.isAvailable }
}
