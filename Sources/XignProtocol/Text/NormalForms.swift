#if canImport(FoundationEssentials)
    // The standard library's own normal forms. Those of Foundation need its largest library on Linux, and do not know
    // all marks of the standard library's version of Unicode.
    @_spi(_Unicode) import Swift
#else
    import Foundation
#endif

extension String {
    /// The text in Unicode's normal form C (UAX #15).
    var inNormalFormC: String {
        #if canImport(FoundationEssentials)
            var scalars = UnicodeScalarView()
            scalars.append(contentsOf: _nfc)
            return String(scalars)
        #else
            return precomposedStringWithCanonicalMapping
        #endif
    }

    /// The scalars of the text in Unicode's normal form D: letters separated from their marks, marks in the order of
    /// their classes.
    var scalarsInNormalFormD: [Unicode.Scalar] {
        #if canImport(FoundationEssentials)
            return Array(_nfd)
        #else
            return Array(decomposedStringWithCanonicalMapping.unicodeScalars)
        #endif
    }
}
