import Foundation
internal import XignProtocol

extension String {
    /// The text in Unicode's normal form C (UAX #15).
    ///
    /// Foundation's own does not know all marks that Swift's check knows, and leaves texts with them in another order. These
    /// rare texts are put together again from their parts, about which both agree.
    var normalizedC: String {
        if CanonicalText.isNormalized(self) { return self }
        let text = precomposedStringWithCanonicalMapping
        return CanonicalText.isNormalized(text) ? text : composedFromParts
    }

    private var composedFromParts: String {
        var composed: [Unicode.Scalar] = []
        // Where the last scalar is to which others can be joined, and the class of the last mark behind it.
        var starter: Int?
        var lastClass: UInt8 = 0
        for scalar in orderedParts {
            let ownClass = scalar.properties.canonicalCombiningClass.rawValue
            if let index = starter, index == composed.count - 1 || lastClass < ownClass,
                let pair = composed[index].composed(with: scalar)
            {
                composed[index] = pair
                continue
            }
            if ownClass == 0 { starter = composed.count }
            lastClass = ownClass
            composed.append(scalar)
        }
        return String(String.UnicodeScalarView(composed))
    }

    /// Everything taken apart, and the marks behind each letter in the order of their classes.
    private var orderedParts: [Unicode.Scalar] {
        let parts = unicodeScalars.flatMap { String($0).decomposedStringWithCanonicalMapping.unicodeScalars }
        var ordered: [Unicode.Scalar] = []
        var marks: [(class: UInt8, scalar: Unicode.Scalar)] = []
        func flush() {
            // Stable: the order of marks of one class means something.
            ordered += marks.sorted { $0.class < $1.class }.map(\.scalar)
            marks = []
        }
        for scalar in parts {
            let ownClass = scalar.properties.canonicalCombiningClass.rawValue
            if ownClass == 0 {
                flush()
                ordered.append(scalar)
            } else {
                marks.append((ownClass, scalar))
            }
        }
        flush()
        return ordered
    }
}

extension Unicode.Scalar {
    /// The one scalar that stands for both, if there is one.
    fileprivate func composed(with next: Unicode.Scalar) -> Unicode.Scalar? {
        // Foundation joins the three parts of a Hangul syllable, but not the third to the first two.
        let parts = String(self).decomposedStringWithCanonicalMapping + String(next)
        let text = parts.precomposedStringWithCanonicalMapping.unicodeScalars
        return text.count == 1 ? text.first : nil
    }
}
