import CryptoKit
import Foundation
import LocalAuthentication
import Security

/// The reason why there is no secret, as a code for the page.
enum BoundKeyProblem: String, Error {
    case refused
    case gone
    case unavailable
}

/// Keychain keys that can be used only with the biometrics enrolled at their creation, on this device only.
enum BoundKeys {
    private static let service = "cn.sealflow.bound"

    static func create(_ id: String) throws {
        guard LAContext().canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil) else {
            throw BoundKeyProblem.unavailable
        }
        let rule = SecAccessControlCreateWithFlags(
            nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .biometryCurrentSet, nil)
        var bytes = [UInt8](repeating: 0, count: 32)
        guard let rule = rule, SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess else {
            throw BoundKeyProblem.unavailable
        }
        remove(id)
        var item = query(id)
        item[kSecAttrAccessControl] = rule
        item[kSecValueData] = Data(bytes)
        guard SecItemAdd(item as CFDictionary, nil) == errSecSuccess else { throw BoundKeyProblem.unavailable }
    }

    static func derive(_ id: String, salt: Data, title: String, cancel: String) throws -> Data {
        let context = LAContext()
        context.localizedReason = title
        context.localizedCancelTitle = cancel
        // Otherwise the system offers a passcode, which this key does not accept.
        context.localizedFallbackTitle = ""
        var item = query(id)
        item[kSecReturnData] = true
        item[kSecUseAuthenticationContext] = context
        var found: CFTypeRef?
        switch SecItemCopyMatching(item as CFDictionary, &found) {
        case errSecSuccess:
            guard let bytes = found as? Data else { throw BoundKeyProblem.unavailable }
            let code = HMAC<SHA256>.authenticationCode(for: salt, using: SymmetricKey(data: bytes))
            return Data(code)
        case errSecItemNotFound:
            // The system also returns this after the enrolled biometrics have changed.
            throw BoundKeyProblem.gone
        case errSecUserCanceled, errSecAuthFailed:
            throw BoundKeyProblem.refused
        default:
            throw BoundKeyProblem.unavailable
        }
    }

    /// A missing key is not an error.
    static func remove(_ id: String) {
        SecItemDelete(query(id) as CFDictionary)
    }

    private static func query(_ id: String) -> [CFString: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: id]
    }
}
