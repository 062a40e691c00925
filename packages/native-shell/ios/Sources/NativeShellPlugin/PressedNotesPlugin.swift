import Capacitor
import Foundation

/// A notification whose press started the app. The scene receives it before any push plugin listens, and posts it under
/// this name.
@objc(PressedNotesPlugin)
public class PressedNotesPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "PressedNotesPlugin"
    public let jsName = "PressedNotes"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "take", returnType: CAPPluginReturnPromise)
    ]

    private static let posted = Notification.Name("SealflowPressedNote")
    private static let keys = ["msgID", "sessionID", "type", "tid", "flowID", "taskID"]

    private var pressed: [String: String]?

    override public func load() {
        NotificationCenter.default.addObserver(
            self, selector: #selector(keep), name: Self.posted, object: nil)
    }

    deinit {
        NotificationCenter.default.removeObserver(self)
    }

    @objc private func keep(_ told: Notification) {
        guard let carried = told.object as? [AnyHashable: Any] else { return }
        var note: [String: String] = [:]
        for key in Self.keys {
            if let value = carried[key] as? String { note[key] = value }
        }
        if note.isEmpty { return }
        pressed = note
        notifyListeners("pressed", data: [:])
    }

    @objc func take(_ call: CAPPluginCall) {
        DispatchQueue.main.async {
            let note: Any = self.pressed ?? NSNull()
            call.resolve(["note": note])
            self.pressed = nil
        }
    }
}
