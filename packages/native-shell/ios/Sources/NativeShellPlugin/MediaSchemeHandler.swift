import Foundation
import WebKit

/// A file served under one URL. Its bytes stay in the page.
struct ServedMedia {
    let mimeType: String
    let size: Int64
}

/// A piece of a served file that the page is asked to supply.
struct MediaRead {
    let task: String
    let media: String
    let offset: Int64
    let length: Int
}

/// Answers the requests of the page's media elements. WKWebView has no service worker, and before iOS 17.1 no media
/// source that a script can feed. Each request becomes a sequence of reads that the page answers. The bytes pass from
/// the page to the media element in memory only, not through a file or a cache.
@MainActor
final class MediaSchemeHandler: NSObject, WKURLSchemeHandler {
    nonisolated static let scheme = "sealflow-media"
    static let shared = MediaSchemeHandler()

    /// At most two blocks of a protected document cross the bridge at once.
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

    /// Requests a piece from the page; set by the plugin.
    var onRead: (MediaRead) -> Void = { _ in }
    /// Notifies the page that a piece is no longer needed.
    var onCancel: (String) -> Void = { _ in }

    private var served: [String: ServedMedia] = [:]
    private var transfers: [String: Transfer] = [:]

    /// Serves a file until it is closed. @returns its id of 128 random bits. Any request of this page with the id can
    /// read the file.
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

    /// Passes a piece to the media element and requests the next one.
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

    /// Accepts only requests of the app's own page, which is the only page that the web view shows.
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

    /// Forbids storing. If loaded as a document, the response has no privileges, and without CORS headers no script can
    /// read it.
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
