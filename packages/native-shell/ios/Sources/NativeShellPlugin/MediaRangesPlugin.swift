import Capacitor
import Foundation

/// Lets the page serve a document to its own media elements in pieces, under a URL of `MediaSchemeHandler`.
@objc(MediaRangesPlugin)
public class MediaRangesPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "MediaRangesPlugin"
    public let jsName = "MediaRanges"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "open", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "answer", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "fail", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "close", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "closeAll", returnType: CAPPluginReturnPromise)
    ]

    override public func load() {
        DispatchQueue.main.async {
            MediaSchemeHandler.shared.onRead = { [weak self] read in
                self?.notifyListeners("read", data: [
                    "task": read.task, "id": read.media, "offset": Double(read.offset), "length": read.length
                ])
            }
            MediaSchemeHandler.shared.onCancel = { [weak self] task in
                self?.notifyListeners("cancel", data: ["task": task])
            }
        }
    }

    @objc func open(_ call: CAPPluginCall) {
        let media = ServedMedia(mimeType: call.getString("mimeType") ?? "", size: Int64(call.getDouble("size") ?? 0))
        DispatchQueue.main.async {
            let known = self.bridge?.webView?.configuration.urlSchemeHandler(forURLScheme: MediaSchemeHandler.scheme)
            guard known != nil, let id = MediaSchemeHandler.shared.open(media) else {
                return call.reject("this file cannot be served", "unavailable")
            }
            call.resolve(["id": id, "url": MediaSchemeHandler.address(of: id)])
        }
    }

    @objc func answer(_ call: CAPPluginCall) {
        let task = call.getString("task") ?? ""
        let bytes = call.getString("data").flatMap { Data(base64Encoded: $0) } ?? Data()
        DispatchQueue.main.async {
            MediaSchemeHandler.shared.answer(task, with: bytes)
            call.resolve()
        }
    }

    @objc func fail(_ call: CAPPluginCall) {
        let task = call.getString("task") ?? ""
        DispatchQueue.main.async {
            MediaSchemeHandler.shared.fail(task)
            call.resolve()
        }
    }

    @objc func close(_ call: CAPPluginCall) {
        let id = call.getString("id") ?? ""
        DispatchQueue.main.async {
            MediaSchemeHandler.shared.close(id)
            call.resolve()
        }
    }

    /// Closes everything that a previous page served, which a reload has ended.
    @objc func closeAll(_ call: CAPPluginCall) {
        DispatchQueue.main.async {
            MediaSchemeHandler.shared.closeAll()
            call.resolve()
        }
    }
}
