import Foundation
import Security

enum KeychainStatus: String {
    case stored
    case missing
    case locked
    case unavailable

    init(_ code: OSStatus) {
        switch code {
        case errSecSuccess: self = .stored
        case errSecItemNotFound: self = .missing
        case errSecInteractionNotAllowed: self = .locked
        default: self = .unavailable
        }
    }
}

/// A generic password of this app.
struct KeychainItem {
    let account: String
    let service: String?

    var query: [CFString: Any] {
        var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account]
        if let service = service { query[kSecAttrService] = service }
        return query
    }

    /// Reads the item itself, because the attributes of a locked item may be found although its data cannot be read.
    func status() -> KeychainStatus {
        KeychainStatus(read().code)
    }

    func read() -> (code: OSStatus, data: Data?) {
        var wanted = query
        wanted[kSecMatchLimit] = kSecMatchLimitOne
        wanted[kSecReturnData] = true
        var found: CFTypeRef?
        let code = SecItemCopyMatching(wanted as CFDictionary, &found)
        return (code, found as? Data)
    }
}
