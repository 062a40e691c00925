import Capacitor
import UIKit

/// Files opened with the app, or passed to its share extension. Names and addresses are never logged.
@objc(IncomingFilesPlugin)
public class IncomingFilesPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "IncomingFilesPlugin"
    public let jsName = "IncomingFiles"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "pending", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "read", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "release", returnType: CAPPluginReturnPromise)
    ]

    private static let maxFiles = 20
    private static let maxRead = 4 * 1024 * 1024
    /// The system ends a share extension long before this.
    private static let sharedHalfAge: TimeInterval = 60 * 60

    private let work = DispatchQueue(label: "cn.sealflow.shell.incoming", qos: .userInitiated)
    private let problemsLock = NSLock()
    private var problems: [String] = []
    /// Addresses of one offer, which arrive one by one in the same turn of the main loop.
    private var gathered: [URL] = []
    private var inbox: Inbox?

    override public func load() {
        let inbox = try? Inbox()
        self.inbox = inbox
        work.async {
            inbox?.sweep()
            self.takeShared()
        }
        let center = NotificationCenter.default
        center.addObserver(
            self, selector: #selector(opened(notification:)), name: Notification.Name.capacitorOpenURL, object: nil)
        center.addObserver(
            self, selector: #selector(becameActive), name: UIApplication.didBecomeActiveNotification, object: nil)
    }

    /// The share extension cannot notify the app, so its inbox is checked whenever the app becomes active.
    @objc private func becameActive() {
        work.async { self.takeShared() }
    }

    private func takeShared() {
        guard let inbox = inbox, let shared = try? Inbox.shared() else { return }
        shared.sweep(halfAge: IncomingFilesPlugin.sharedHalfAge)
        if inbox.take(from: shared) > 0 { tell([]) }
    }

    deinit {
        NotificationCenter.default.removeObserver(self)
    }

    @objc func opened(notification: NSNotification) {
        let object = notification.object as? [String: Any?]
        if let address = object?["url"] as? URL { gather(address) }
    }

    @objc func pending(_ call: CAPPluginCall) {
        let files = (inbox?.items() ?? []).map { ["id": $0.id, "name": $0.name, "size": $0.size] as [String: Any] }
        problemsLock.lock()
        let told = problems
        problems = []
        problemsLock.unlock()
        call.resolve(["files": files, "problems": told])
    }

    @objc func read(_ call: CAPPluginCall) {
        let offset = call.getDouble("offset") ?? -1
        let length = call.getInt("length") ?? -1
        guard offset >= 0, offset <= Double(Inbox.maxSize), length >= 0, length <= IncomingFilesPlugin.maxRead else {
            return call.reject("out of range", "range")
        }
        guard let bytes = inbox?.read(call.getString("id") ?? "", offset: UInt64(offset), length: length) else {
            return call.reject("no such file", "gone")
        }
        call.resolve(["data": bytes.base64EncodedString()])
    }

    @objc func release(_ call: CAPPluginCall) {
        inbox?.discard(call.getString("id") ?? "")
        call.resolve()
    }

    private func gather(_ address: URL) {
        guard address.isFileURL else { return }
        DispatchQueue.main.async {
            self.gathered.append(address)
            guard self.gathered.count == 1 else { return }
            DispatchQueue.main.async {
                let offer = self.gathered
                self.gathered = []
                self.work.async { self.take(offer) }
            }
        }
    }

    /// Publishes all files of an offer together, so that the page sees all of them at once.
    private func take(_ addresses: [URL]) {
        guard let inbox = inbox else { return tell([IncomingProblem.noRoom.rawValue]) }
        var copied: [String] = []
        var found: [String] = []
        let room = max(0, min(IncomingFilesPlugin.maxFiles, Inbox.maxItems - inbox.items().count))
        if addresses.count > room { found.append(IncomingProblem.tooMany.rawValue) }
        for address in addresses.prefix(room) {
            do {
                copied.append(try ForeignFile(address: address).copy(into: inbox))
            } catch {
                found.append((error as? IncomingProblem ?? .unreadable).rawValue)
            }
        }
        copied.forEach(inbox.publish)
        tell(found)
    }

    private func tell(_ found: [String]) {
        problemsLock.lock()
        problems += found
        problemsLock.unlock()
        notifyListeners("arrived", data: [:])
    }
}
