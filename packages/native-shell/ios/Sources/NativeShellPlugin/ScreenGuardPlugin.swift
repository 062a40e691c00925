import Capacitor
import UIKit

/// Covers the app before the system takes its picture for the app switcher.
@objc(ScreenGuardPlugin)
public class ScreenGuardPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "ScreenGuardPlugin"
    public let jsName = "ScreenGuard"
    public let pluginMethods: [CAPPluginMethod] = []

    private var cover: UIView?

    override public func load() {
        let center = NotificationCenter.default
        center.addObserver(
            self, selector: #selector(coverUp), name: UIApplication.willResignActiveNotification, object: nil)
        center.addObserver(
            self, selector: #selector(uncover), name: UIApplication.didBecomeActiveNotification, object: nil)
    }

    deinit {
        NotificationCenter.default.removeObserver(self)
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
        cover?.removeFromSuperview()
        cover = nil
    }
}
