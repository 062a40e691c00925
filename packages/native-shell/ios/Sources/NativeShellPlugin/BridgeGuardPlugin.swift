import Capacitor
import WebKit

/// Lets the app's own page alone call the device. WebKit shows the bridge to every frame, also to the sandboxed ones in
/// which the parsers of documents run, and Capacitor does not look where a call comes from; on Android it does.
@objc(BridgeGuardPlugin)
public class BridgeGuardPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "BridgeGuardPlugin"
    public let jsName = "BridgeGuard"
    public let pluginMethods: [CAPPluginMethod] = []

    /// The name under which Capacitor listens.
    private static let handlerName = "bridge"

    /// Capacitor loads plugins on the main thread, where the web view lives.
    override public func load() {
        MainActor.assumeIsolated { guardBridge() }
    }

    @MainActor
    private func guardBridge() {
        guard let webView = bridge?.webView else { return }
        let controller = webView.configuration.userContentController
        // Taken away first: should Capacitor arrange itself otherwise one day, no call gets through instead of every one.
        controller.removeScriptMessageHandler(forName: Self.handlerName)
        guard let handler = webView.navigationDelegate as? WKScriptMessageHandler else { return }
        controller.add(MainFrameMessages(handler), name: Self.handlerName)
    }
}

@MainActor
private final class MainFrameMessages: NSObject, WKScriptMessageHandler {
    private weak var handler: WKScriptMessageHandler?

    init(_ handler: WKScriptMessageHandler) {
        self.handler = handler
    }

    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
        guard message.frameInfo.isMainFrame else { return }
        handler?.userContentController(controller, didReceive: message)
    }
}
