import Capacitor
import Foundation
import UserNotifications

/// The actions of a notification about a task that the person can approve or reject. Both unlock the phone and open the app,
/// where the person confirms.
@objc(DecisionActionsPlugin)
public class DecisionActionsPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "DecisionActionsPlugin"
    public let jsName = "DecisionActions"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "declareActions", returnType: CAPPluginReturnPromise)
    ]

    /// The category that the service gives such a push.
    private static let category = "TASK_DECISION"

    @objc func declareActions(_ call: CAPPluginCall) {
        guard let approve = call.getString("approve"), let reject = call.getString("reject") else {
            call.reject("approve and reject are required")
            return
        }
        let options: UNNotificationActionOptions = [.foreground, .authenticationRequired]
        let actions = [
            UNNotificationAction(identifier: "approve", title: approve, options: options),
            UNNotificationAction(identifier: "reject", title: reject, options: options)
        ]
        let category = UNNotificationCategory(
            identifier: Self.category, actions: actions, intentIdentifiers: [], options: [])
        UNUserNotificationCenter.current().setNotificationCategories([category])
        call.resolve()
    }
}
