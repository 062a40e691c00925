import Foundation

/// Bytes `start` to before `end` of a file, as a `Range` header asks for them. The same rules as in
/// `byte-range.rules.ts` of the page.
struct ByteRange: Equatable {
    let start: Int64
    let end: Int64

    /// The range that a header names. Without a header it is the whole file. Nil where no byte of it exists, and for several
    /// ranges at once, which no media element asks for (RFC 9110, section 14).
    static func of(header: String?, size: Int64) -> ByteRange? {
        guard let header = header?.trimmingCharacters(in: .whitespaces) else {
            return ByteRange(start: 0, end: size)
        }
        guard header.hasPrefix("bytes=") else { return nil }
        let parts = header.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = number(parts[0]), let last = number(parts[1]) else { return nil }
        switch (first, last) {
        case (.none, .none):
            return nil
        case (.none, .some(let suffix)):
            let length = min(suffix, size)
            return length == 0 ? nil : ByteRange(start: size - length, end: size)
        case (.some(let start), let last):
            let end = min(last ?? size - 1, size - 1)
            return start > end ? nil : ByteRange(start: start, end: end + 1)
        }
    }

    /// Outer nil: no number. Inner nil: nothing was given.
    private static func number(_ text: Substring) -> Int64?? {
        if text.isEmpty { return .some(nil) }
        guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int64(text) else { return nil }
        return .some(value)
    }
}
