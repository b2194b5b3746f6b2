/// A search for the name that a misspelt word probably means.
public enum Spelling {
    /// Returns the candidate most similar to `word`; nil if none is similar enough. At most a third of the letters may
    /// differ, ignoring case. A swap of neighbours counts as one difference.
    public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        let word = Array(word.lowercased().unicodeScalars.prefix(64))
        return
            candidates
            .map { (name: $0, distance: distance(word, Array($0.lowercased().unicodeScalars))) }
            .filter { $0.distance <= max(1, word.count / 3) && $0.distance < word.count }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?
            .name
    }

    /// Returns the optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in left.indices {
            var current = [i + 1]
            for j in right.indices {
                var best = min(last[j + 1] + 1, current[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
