import UIKit
import Capacitor
import NativeShellPlugin
import UserNotifications

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {
        guard let windowScene = scene as? UIWindowScene else { return }

        window = UIWindow(windowScene: windowScene)
        (UIApplication.shared.delegate as? AppDelegate)?.window = window
        window?.rootViewController = ShellViewController()
        window?.makeKeyAndVisible()

        if let response = connectionOptions.notificationResponse {
            // Its press started the app: the plugins are there by now, and not before.
            NotificationCenter.default.post(name: Notification.Name("SealflowPressedNote"),
                                            object: response.notification.request.content.userInfo)
        }
        SceneDelegateProxy.shared.scene(scene, willConnectTo: session, options: connectionOptions)
    }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        SceneDelegateProxy.shared.scene(scene, openURLContexts: URLContexts)
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        SceneDelegateProxy.shared.scene(scene, continue: userActivity)
    }
}
