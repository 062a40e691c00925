import Capacitor
import UIKit
import WebKit

/// The app's screen: Capacitor's, with the scheme that media elements are answered by, and with the page inside of a view of
/// its own. UIKit moves the view of a controller at presentations and rotations; what `ScreenGuardPlugin` puts between
/// that view and the page stays where it is.
public class ShellViewController: CAPBridgeViewController {
    override public func webViewConfiguration(for instanceConfiguration: InstanceConfiguration) -> WKWebViewConfiguration {
        let configuration = super.webViewConfiguration(for: instanceConfiguration)
        configuration.setURLSchemeHandler(MediaSchemeHandler.shared, forURLScheme: MediaSchemeHandler.scheme)
        // Both would show a film outside of the page, without its watermark and open to captures.
        configuration.allowsPictureInPictureMediaPlayback = false
        if #available(iOS 15.4, *) {
            configuration.preferences.isElementFullscreenEnabled = false
        }
        return configuration
    }

    override public func capacitorDidLoad() {
        guard let page = webView else { return }
        // Any size but none: the page grows with the view from here on.
        let container = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        container.backgroundColor = page.backgroundColor
        page.frame = container.bounds
        page.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view = container
        container.addSubview(page)
    }
}
