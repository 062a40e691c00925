import Foundation

/// Makes a foreign name safe to show, to store and to use as a file name on every system. Same rules as in
/// `SafeName.java` on Android.
enum SafeName {
    private static let maxCharacters = 120
    private static let maxBytes = 240
    private static let maxEnding = 16
    private static let endRead = 512
    private static let nothing = "file"

    private static let folders: Set<Unicode.Scalar> = ["/", "\\"]
    private static let forbidden: Set<Unicode.Scalar> = ["<", ">", ":", "\"", "|", "?", "*"]
    /// Invisible fillers, and the replacement character.
    private static let fillers: Set<UInt32> = [0xFFFD, 0x115F, 0x1160, 0x3164, 0xFFA0]
    private static let reserved = "^(CON|PRN|AUX|NUL|COM[0-9¹²³]|LPT[0-9¹²³])$"

    static func of(_ given: String?) -> String {
        let seen = String(bounded(given ?? "").unicodeScalars.filter { !isUnseen($0) })
        // The removal can bring a letter and its combining mark together, so normalisation follows it.
        let normalised = seen.precomposedStringWithCanonicalMapping.unicodeScalars
        // By scalar: a combining mark after a separator would hide it from a comparison of characters.
        let folded = Array(normalised).split(omittingEmptySubsequences: false, whereSeparator: { folders.contains($0) })
        let words = (folded.last ?? []).split(whereSeparator: { $0.properties.generalCategory == .spaceSeparator })
        let name = trimmed(words.map { text($0) }.joined(separator: " "))
        if name.isEmpty { return nothing }
        let stem = text(name.unicodeScalars.prefix(while: { $0 != "." })).trimmingCharacters(in: .whitespaces)
        let isReserved = stem.range(of: reserved, options: [.regularExpression, .caseInsensitive]) != nil
        return shortened(isReserved ? "_" + name : name)
    }

    /// Bounds the work for an extremely long name. Only its two ends can be part of the result.
    private static func bounded(_ given: String) -> String {
        let scalars = given.unicodeScalars
        if scalars.count <= 2 * endRead { return given }
        return String(scalars.prefix(endRead)) + String(scalars.suffix(endRead))
    }

    private static func text<Scalars: Sequence>(_ scalars: Scalars) -> String where Scalars.Element == Unicode.Scalar {
        var found = String.UnicodeScalarView()
        for scalar in scalars { found.append(forbidden.contains(scalar) ? "_" : scalar) }
        return String(found)
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator:
            return true
        default:
            return fillers.contains(scalar.value)
        }
    }

    private static func trimmed(_ name: String) -> String {
        name.trimmingCharacters(in: CharacterSet(charactersIn: ". "))
    }

    private static func shortened(_ name: String) -> String {
        if fits(name) { return name }
        let dot = name.lastIndex(of: ".")
        let hasEnding = dot.map { name[$0...].utf16.count <= maxEnding && $0 > name.startIndex } ?? false
        let ending = hasEnding ? String(name[dot!...]) : ""
        var stem = String(name.dropLast(ending.count))
        while !stem.isEmpty && !fits(stem + ending) { stem.removeLast() }
        stem = trimmed(stem)
        return (stem.isEmpty ? nothing : stem) + ending
    }

    private static func fits(_ name: String) -> Bool {
        name.utf16.count <= maxCharacters && name.utf8.count <= maxBytes
    }
}
