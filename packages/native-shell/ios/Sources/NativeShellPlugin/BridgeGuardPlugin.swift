import Capacitor
import WebKit

/// Accepts bridge calls only from the app's own page. WebKit exposes the bridge to every frame, including the sandboxed
/// ones that run document parsers. On iOS Capacitor does not check the origin of a call; on Android it does.
@objc(BridgeGuardPlugin)
public class BridgeGuardPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "BridgeGuardPlugin"
    public let jsName = "BridgeGuard"
    public let pluginMethods: [CAPPluginMethod] = []

    /// The message handler name of Capacitor.
    private static let handlerName = "bridge"

    /// Capacitor loads plugins on the main thread, as the web view requires.
    override public func load() {
        MainActor.assumeIsolated { guardBridge() }
    }

    @MainActor
    private func guardBridge() {
        guard let webView = bridge?.webView else { return }
        let controller = webView.configuration.userContentController
        // Removed first: if Capacitor changes its handler one day, all calls fail instead of all being accepted.
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
