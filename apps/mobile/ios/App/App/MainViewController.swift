import UIKit
import WebKit
import Capacitor

/// The page under the bridge. Capacitor listens to every frame of it; here the page itself alone is heard, as the frames
/// are where documents of others are taken apart.
final class MainViewController: CAPBridgeViewController {
    private static let bridgeName = "bridge"

    override func capacitorDidLoad() {
        guard let webView, let bridgeHandler = webView.navigationDelegate as? WKScriptMessageHandler else {
            fatalError("The bridge would be open to every frame")
        }
        let content = webView.configuration.userContentController
        content.removeScriptMessageHandler(forName: Self.bridgeName)
        content.add(MainFrameMessages(to: bridgeHandler), name: Self.bridgeName)
    }
}

private final class MainFrameMessages: NSObject, WKScriptMessageHandler {
    private weak var handler: WKScriptMessageHandler?

    init(to handler: WKScriptMessageHandler) {
        self.handler = handler
    }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        guard message.frameInfo.isMainFrame else { return }
        handler?.userContentController(userContentController, didReceive: message)
    }
}
