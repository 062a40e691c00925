import Foundation
import Security

/// The passphrase of the database, where `@capacitor-community/sqlite` looks for it. That plugin would make it without an
/// accessibility, which lets it into encrypted backups and onto other phones, and overwrites it where the Keychain was
/// locked between two of its calls. Made here, it belongs to this device, never crosses the bridge, and is never replaced.
enum DatabaseKey {
    enum Creation {
        case created
        case duplicate
        case failed(KeychainStatus)
    }

    /// `iosKeychainPrefix` of `capacitor.config.ts`, and the names of the plugin's `UtilsSecret.swift`.
    static let item = KeychainItem(account: "sealflow_CapacitorSQLitePlugin", service: "unlockSecret")

    /// As the files of the database: readable from the first unlocking after a start on.
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

    /// Sets the accessibility of a passphrase that is there already. Where that fails, it stays as it was until the next start.
    static func bindToDevice() {
        guard let value = item.read().data else { return }
        let changed: [CFString: Any] = [kSecAttrAccessible: accessibility, kSecValueData: value]
        SecItemUpdate(item.query as CFDictionary, changed as CFDictionary)
    }
}
