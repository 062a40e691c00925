import Foundation
import Security

/// The passphrase of the database, where `@capacitor-community/sqlite` expects it. That plugin would create it without
/// an accessibility, so that it would be part of encrypted backups and be restored to other phones. It would also
/// overwrite it if the Keychain was locked between two of its calls. Created here, it is bound to this device, never
/// crosses the bridge, and is never replaced.
enum DatabaseKey {
    enum Creation {
        case created
        case duplicate
        case failed(KeychainStatus)
    }

    /// `iosKeychainPrefix` of `capacitor.config.ts`, with the names in the plugin's `UtilsSecret.swift`.
    static let item = KeychainItem(account: "sealflow_CapacitorSQLitePlugin", service: "unlockSecret")

    /// As the database files: readable after the first unlock since the phone started.
    private static let accessibility = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly

    static func create() -> Creation {
        var bytes = [UInt8](repeating: 0, count: 32)
        guard SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess else {
            return .failed(.unavailable)
        }
        var added = item.query
        added[kSecAttrAccessible] = accessibility
        added[kSecValueData] = Data(Data(bytes).base64EncodedString().utf8)
        let code = SecItemAdd(added as CFDictionary, nil)
        if code == errSecDuplicateItem { return .duplicate }
        return code == errSecSuccess ? .created : .failed(KeychainStatus(code))
    }

    /// Sets the accessibility of an existing passphrase. A failure leaves it unchanged until the next start.
    static func bindToDevice() {
        guard let value = item.read().data else { return }
        let changed: [CFString: Any] = [kSecAttrAccessible: accessibility, kSecValueData: value]
        SecItemUpdate(item.query as CFDictionary, changed as CFDictionary)
    }
}
