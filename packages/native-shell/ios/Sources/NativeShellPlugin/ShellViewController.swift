import Capacitor
import UIKit
import WebKit

/// The app's view controller: that of Capacitor, with the URL scheme for media elements, and with the page inside a
/// container view. UIKit moves the view of a controller at presentations and rotations; the views that
/// `ScreenGuardPlugin` inserts between that view and the page stay in place.
public class ShellViewController: CAPBridgeViewController {
    override public func webViewConfiguration(for instanceConfiguration: InstanceConfiguration) -> WKWebViewConfiguration {
        let configuration = super.webViewConfiguration(for: instanceConfiguration)
        configuration.setURLSchemeHandler(MediaSchemeHandler.shared, forURLScheme: MediaSchemeHandler.scheme)
        // Both would show a film outside of the page, without its watermark and without capture protection.
        configuration.allowsPictureInPictureMediaPlayback = false
        if #available(iOS 15.4, *) {
            configuration.preferences.isElementFullscreenEnabled = false
        }
        return configuration
    }

    override public func capacitorDidLoad() {
        guard let page = webView else { return }
        // Any size but zero: the page resizes with the view from here on.
        let container = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        container.backgroundColor = page.backgroundColor
        page.frame = container.bounds
        page.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view = container
        container.addSubview(page)
    }
}
