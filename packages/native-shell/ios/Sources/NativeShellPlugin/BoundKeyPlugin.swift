import Capacitor
import Foundation

/// A secret that the device releases only after biometric authentication.
@objc(BoundKeyPlugin)
public class BoundKeyPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "BoundKeyPlugin"
    public let jsName = "BoundKey"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "create", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "derive", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "remove", returnType: CAPPluginReturnPromise)
    ]

    @objc func create(_ call: CAPPluginCall) {
        answer(call) { id in
            try BoundKeys.create(id)
            return [:]
        }
    }

    @objc func derive(_ call: CAPPluginCall) {
        let salt = call.getString("salt").flatMap { Data(base64Encoded: $0) }
        let title = call.getString("title") ?? ""
        let cancel = call.getString("cancel") ?? ""
        answer(call) { id in
            guard let salt = salt else { throw BoundKeyProblem.unavailable }
            let secret = try BoundKeys.derive(id, salt: salt, title: title, cancel: cancel)
            return ["secret": secret.base64EncodedString()]
        }
    }

    @objc func remove(_ call: CAPPluginCall) {
        answer(call) { id in
            BoundKeys.remove(id)
            return [:]
        }
    }

    /// Runs on a separate thread: the Keychain waits for the user, and other calls must not wait for it.
    private func answer(_ call: CAPPluginCall, _ work: @escaping (String) throws -> [String: Any]) {
        DispatchQueue.global(qos: .userInitiated).async {
            do {
                call.resolve(try work(call.getString("id") ?? ""))
            } catch {
                let code = (error as? BoundKeyProblem ?? .unavailable).rawValue
                call.reject(code, code)
            }
        }
    }
}
