import Capacitor
import Foundation
import Security
import UIKit

/// The status of a Keychain item. Plugins that read items report "none" even if an item is only locked.
@objc(KeychainPlugin)
public class KeychainPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "KeychainPlugin"
    public let jsName = "Keychain"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "status", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "databaseKeyStatus", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "createDatabaseKey", returnType: CAPPluginReturnPromise)
    ]

    @objc func status(_ call: CAPPluginCall) {
        answer(call, KeychainItem(account: call.getString("account") ?? "", service: nil).status())
    }

    @objc func databaseKeyStatus(_ call: CAPPluginCall) {
        let item = DatabaseKey.item
        let status = item.status()
        // A passphrase created by the database plugin would be part of backups and be restored to other phones.
        if status == .stored { DatabaseKey.bindToDevice() }
        answer(call, status)
    }

    @objc func createDatabaseKey(_ call: CAPPluginCall) {
        switch DatabaseKey.create() {
        case .created:
            call.resolve(["created": true])
        case .duplicate:
            call.resolve(["created": false])
        case .failed(let status):
            call.reject(status.rawValue, status.rawValue)
        }
    }

    private func answer(_ call: CAPPluginCall, _ status: KeychainStatus) {
        DispatchQueue.main.async {
            // A locked Keychain may also report a missing item.
            let isLocked = status == .missing && !UIApplication.shared.isProtectedDataAvailable
            call.resolve(["status": (isLocked ? KeychainStatus.locked : status).rawValue])
        }
    }
}
