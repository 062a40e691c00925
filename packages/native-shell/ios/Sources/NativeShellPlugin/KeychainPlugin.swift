import Capacitor
import Foundation
import Security
import UIKit

/// What the Keychain says of an item. The plugins that read it say "none" also where it is only locked.
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
        // One that the database's plugin had made goes into backups and to other phones.
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
            // A locked Keychain may also answer that there is nothing.
            let isLocked = status == .missing && !UIApplication.shared.isProtectedDataAvailable
            call.resolve(["status": (isLocked ? KeychainStatus.locked : status).rawValue])
        }
    }
}
