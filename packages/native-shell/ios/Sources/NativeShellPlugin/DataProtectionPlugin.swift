import Capacitor
import UIKit

/// Whether files and secrets can be read that are protected while the phone is locked.
@objc(DataProtectionPlugin)
public class DataProtectionPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "DataProtectionPlugin"
    public let jsName = "DataProtection"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "state", returnType: CAPPluginReturnPromise)
    ]

    override public func load() {
        // Before the page loads, and so before any database is opened.
        StorageFolders.protect()
        NotificationCenter.default.addObserver(
            self, selector: #selector(becameAvailable),
            name: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil)
    }

    deinit {
        NotificationCenter.default.removeObserver(self)
    }

    @objc func state(_ call: CAPPluginCall) {
        DispatchQueue.main.async {
            call.resolve(["isAvailable": UIApplication.shared.isProtectedDataAvailable])
        }
    }

    @objc private func becameAvailable() {
        notifyListeners("available", data: [:])
    }
}
