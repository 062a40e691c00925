import Capacitor
import UIKit
import WebKit

/// Covers the app before the system takes its picture for the app switcher, and keeps it out of any picture while a
/// document asks for that.
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
        // What was shown over all of the screen has gone: a camera, a chooser, a player of the system.
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
            call.reject("on is missing", "invalid")
            return
        }
        DispatchQueue.main.async {
            self.isBlocked = isWanted && self.shield()
            if !isWanted { self.unshield() }
            self.uncover()
            if self.isBlocked == isWanted {
                call.resolve()
            } else {
                call.reject("this system keeps nothing from pictures", "unavailable")
            }
        }
    }

    /// Puts the page into a view that pictures leave out.
    private func shield() -> Bool {
        guard let page = bridge?.webView, let parent = page.superview,
              let place = parent.subviews.firstIndex(of: page) else { return false }
        if parent === canvas?.view { return true }
        // Something has put the page back outside of it.
        canvas?.view.removeFromSuperview()
        canvas = nil
        // As large as what the page lies in, also while a keyboard makes the page shorter: the page keeps its own frame.
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

    /// Covers before it looks for another canvas: between the two nothing is captured.
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

    /// What must not be captured and can be shielded no more is not shown again: the page begins anew under the cover, and
    /// asks again before it opens the document.
    private func beginAnew() {
        guard let page = bridge?.webView else { return }
        isBlocked = false
        endWait()
        reloading = page
        page.addObserver(self, forKeyPath: Self.loadingKey, options: [], context: nil)
        page.reload()
    }

    /// As Objective-C calls `WKWebView.isLoading`.
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
