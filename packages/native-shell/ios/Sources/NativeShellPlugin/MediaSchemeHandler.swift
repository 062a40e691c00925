import Foundation
import WebKit

/// What the page serves under one address: its bytes stay in the page.
struct ServedMedia {
    let mimeType: String
    let size: Int64
}

/// A piece of a served file that the page is asked for.
struct MediaRead {
    let task: String
    let media: String
    let offset: Int64
    let length: Int
}

/// Answers the requests of the page's media elements. WKWebView has no service worker, and before iOS 17.1 no source that a
/// script can feed. Each request becomes reads that the page answers, one piece after the other. The bytes go from the page
/// to the media element through memory alone: no file and no cache holds them.
@MainActor
final class MediaSchemeHandler: NSObject, WKURLSchemeHandler {
    nonisolated static let scheme = "sealflow-media"
    static let shared = MediaSchemeHandler()

    /// Two blocks of a protected document at most cross the bridge at once.
    static let maxPieceBytes = 512 * 1024
    private static let host = "localhost"
    private static let mimeType = "^(?:video|audio)/[a-z0-9.+-]+$"

    private final class Transfer {
        let id: String
        let media: String
        let task: WKURLSchemeTask
        var next: Int64
        let end: Int64

        init(id: String, media: String, task: WKURLSchemeTask, range: ByteRange) {
            self.id = id
            self.media = media
            self.task = task
            next = range.start
            end = range.end
        }
    }

    /// Asks the page for a piece; set by the plugin.
    var onRead: (MediaRead) -> Void = { _ in }
    /// Says to the page that nobody waits for a piece any more.
    var onCancel: (String) -> Void = { _ in }

    private var served: [String: ServedMedia] = [:]
    private var transfers: [String: Transfer] = [:]

    /// Serves a file until it is closed. @returns its id, 128 random bits: whoever knows it can read the file, from this page.
    func open(_ media: ServedMedia) -> String? {
        guard media.size > 0, media.mimeType.range(of: Self.mimeType, options: .regularExpression) != nil,
              let id = Self.randomId() else { return nil }
        served[id] = media
        return id
    }

    static func address(of id: String) -> String { "\(scheme)://\(host)/\(id)" }

    func close(_ id: String) {
        served[id] = nil
        for transfer in transfers.values where transfer.media == id { fail(transfer.id) }
    }

    func closeAll() {
        Array(served.keys).forEach(close)
    }

    /// Hands a piece on to the media element, and asks for the next one.
    func answer(_ id: String, with bytes: Data) {
        guard let transfer = transfers[id] else { return }
        guard !bytes.isEmpty, Int64(bytes.count) <= transfer.end - transfer.next else { return fail(id) }
        transfer.next += Int64(bytes.count)
        transfer.task.didReceive(bytes)
        if transfer.next < transfer.end { return ask(transfer) }
        transfers[id] = nil
        transfer.task.didFinish()
    }

    func fail(_ id: String) {
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        transfer.task.didFailWithError(URLError(.cannotLoadFromNetwork))
    }

    func webView(_ webView: WKWebView, start urlSchemeTask: WKURLSchemeTask) {
        let request = urlSchemeTask.request
        guard let url = request.url, (request.httpMethod ?? "GET") == "GET", isOfOwnPage(request, in: webView),
              let (id, media) = find(url) else {
            return refuse(urlSchemeTask, status: 404, headers: [:])
        }
        let header = request.value(forHTTPHeaderField: "Range")
        guard let range = ByteRange.of(header: header, size: media.size) else {
            return refuse(urlSchemeTask, status: 416, headers: ["Content-Range": "bytes */\(media.size)"])
        }
        guard let taskId = Self.randomId() else { return refuse(urlSchemeTask, status: 503, headers: [:]) }
        var headers = Self.headers(length: range.end - range.start)
        headers["Content-Type"] = media.mimeType
        headers["Accept-Ranges"] = "bytes"
        if header != nil { headers["Content-Range"] = "bytes \(range.start)-\(range.end - 1)/\(media.size)" }
        respond(urlSchemeTask, status: header == nil ? 200 : 206, headers: headers)
        let transfer = Transfer(id: taskId, media: id, task: urlSchemeTask, range: range)
        transfers[taskId] = transfer
        ask(transfer)
    }

    /// WebKit raises an exception at any call of a task that it has stopped.
    func webView(_ webView: WKWebView, stop urlSchemeTask: WKURLSchemeTask) {
        for transfer in transfers.values where transfer.task === urlSchemeTask {
            transfers[transfer.id] = nil
            onCancel(transfer.id)
        }
    }

    private func ask(_ transfer: Transfer) {
        let left = transfer.end - transfer.next
        onRead(MediaRead(
            task: transfer.id, media: transfer.media, offset: transfer.next,
            length: Int(min(left, Int64(Self.maxPieceBytes)))))
    }

    /// The web view shows the app's own page alone; what is loaded on behalf of another one gets nothing.
    private func isOfOwnPage(_ request: URLRequest, in webView: WKWebView) -> Bool {
        guard let page = webView.url else { return false }
        guard let asking = request.mainDocumentURL else { return true }
        return asking.scheme == page.scheme && asking.host == page.host
    }

    private func find(_ url: URL) -> (String, ServedMedia)? {
        let id = String(url.path.dropFirst())
        guard url.host == Self.host, let media = served[id] else { return nil }
        return (id, media)
    }

    private func refuse(_ task: WKURLSchemeTask, status: Int, headers: [String: String]) {
        respond(task, status: status, headers: headers.merging(Self.headers(length: 0)) { given, _ in given })
        task.didFinish()
    }

    private func respond(_ task: WKURLSchemeTask, status: Int, headers: [String: String]) {
        let url = task.request.url ?? URL(fileURLWithPath: "/")
        guard let response = HTTPURLResponse(
            url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers) else { return }
        task.didReceive(response)
    }

    /// Nothing is stored. As a document of its own it would be empty of rights, and no script may read it: there is no
    /// header of CORS.
    private static func headers(length: Int64) -> [String: String] {
        [
            "Content-Length": String(length),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "default-src 'none'; sandbox"
        ]
    }

    private static func randomId() -> String? {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess else { return nil }
        return bytes.map { String(format: "%02x", $0) }.joined()
    }
}
