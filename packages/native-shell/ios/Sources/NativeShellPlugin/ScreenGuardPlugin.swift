import Capacitor
import UIKit
import WebKit

/// Covers the app before the system takes its snapshot for the app switcher, and blocks captures while a document
/// requires it.
@objc(ScreenGuardPlugin)
public class ScreenGuardPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "ScreenGuardPlugin"
    public let jsName = "ScreenGuard"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "block", returnType: CAPPluginReturnPromise)
    ]

    private var cover: UIView?
    private var canvas: SecureCanvas?
    private var isBlocked = false
    /// The page whose reload the cover waits for.
    private var reloading: NSObject?

    override public func load() {
        let center = NotificationCenter.default
        center.addObserver(
            self, selector: #selector(coverUp), name: UIApplication.willResignActiveNotification, object: nil)
        center.addObserver(
            self, selector: #selector(uncover), name: UIApplication.didBecomeActiveNotification, object: nil)
        // A full-screen view was closed, such as a camera, a picker or a system player.
        for change in [UIWindow.didBecomeHiddenNotification, UIWindow.didBecomeKeyNotification] {
            center.addObserver(self, selector: #selector(shieldAgain), name: change, object: nil)
        }
    }

    deinit {
        NotificationCenter.default.removeObserver(self)
        endWait()
    }

    @objc func block(_ call: CAPPluginCall) {
        guard let isWanted = call.getBool("on") else {
            call.reject("parameter on is missing", "invalid")
            return
        }
        DispatchQueue.main.async {
            self.isBlocked = isWanted && self.shield()
            if !isWanted { self.unshield() }
            self.uncover()
            if self.isBlocked == isWanted {
                call.resolve()
            } else {
                call.reject("screen capture protection not available", "unavailable")
            }
        }
    }

    /// Moves the page into a view that captures omit.
    private func shield() -> Bool {
        guard let page = bridge?.webView, let parent = page.superview,
              let place = parent.subviews.firstIndex(of: page) else { return false }
        if parent === canvas?.view { return true }
        // The page was moved out of the canvas by other code.
        canvas?.view.removeFromSuperview()
        canvas = nil
        // As large as the parent, also while a keyboard makes the page shorter: the page keeps its own frame.
        guard let secure = SecureCanvas(frame: parent.bounds) else { return false }
        parent.insertSubview(secure.view, at: place)
        secure.view.addSubview(page)
        canvas = secure
        return true
    }

    private func unshield() {
        guard let secure = canvas else { return }
        canvas = nil
        if let page = bridge?.webView, page.superview === secure.view, let parent = secure.view.superview,
           let place = parent.subviews.firstIndex(of: secure.view) {
            parent.insertSubview(page, at: place)
        }
        secure.view.removeFromSuperview()
    }

    /// Covers the app before it creates another canvas, so that nothing can be captured in between.
    @objc private func shieldAgain() {
        guard isBlocked, let page = bridge?.webView else { return }
        if let view = canvas?.view, page.superview === view { return }
        coverUp()
        uncover()
    }

    @objc private func coverUp() {
        guard cover == nil, let window = bridge?.viewController?.view.window else { return }
        let view = UIView(frame: window.bounds)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.backgroundColor = .systemBackground
        if let picture = UIImage(named: "LaunchIcon") {
            let picturesView = UIImageView(image: picture)
            picturesView.frame = view.bounds
            picturesView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            picturesView.contentMode = .center
            view.addSubview(picturesView)
        }
        window.addSubview(view)
        cover = view
    }

    @objc private func uncover() {
        guard UIApplication.shared.applicationState == .active else { return }
        if isBlocked, !shield() {
            beginAnew()
            return
        }
        cover?.removeFromSuperview()
        cover = nil
    }

    /// A page that must not be captured but can no longer be shielded is not shown again: it reloads under the cover,
    /// and requests the shield again before it opens the document.
    private func beginAnew() {
        guard let page = bridge?.webView else { return }
        isBlocked = false
        endWait()
        reloading = page
        page.addObserver(self, forKeyPath: Self.loadingKey, options: [], context: nil)
        page.reload()
    }

    /// Key path of `WKWebView.isLoading` in Objective-C.
    private static let loadingKey = "loading"

    private func endWait() {
        reloading?.removeObserver(self, forKeyPath: Self.loadingKey)
        reloading = nil
    }

    override public func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        DispatchQueue.main.async {
            guard self.reloading != nil, self.bridge?.webView?.isLoading == false else { return }
            self.endWait()
            self.uncover()
        }
    }
}
