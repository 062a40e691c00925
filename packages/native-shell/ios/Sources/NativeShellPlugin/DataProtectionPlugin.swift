import Capacitor
import UIKit

/// Whether the files and secrets that are closed while the phone is locked can be read.
@objc(DataProtectionPlugin)
public class DataProtectionPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "DataProtectionPlugin"
    public let jsName = "DataProtection"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "state", returnType: CAPPluginReturnPromise)
    ]

    override public func load() {
        // Before the page, and so before anything opens a database.
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
