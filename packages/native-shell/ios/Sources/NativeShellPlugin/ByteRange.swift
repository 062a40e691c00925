import Foundation

/// The half-open byte range `start`..<`end` of a file, as requested by a `Range` header. Same rules as
/// `byte-range.rules.ts` of the page.
struct ByteRange: Equatable {
    let start: Int64
    let end: Int64

    /// Parses a header. Without one, the range is the whole file. Nil if the range is not satisfiable, and for several
    /// ranges, which media elements never request (RFC 9110, section 14).
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

    /// Outer nil: not a number. Inner nil: empty.
    private static func number(_ text: Substring) -> Int64?? {
        if text.isEmpty { return .some(nil) }
        guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int64(text) else { return nil }
        return .some(value)
    }
}
