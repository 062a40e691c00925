import Foundation

/// A file that another app opened with ours: where the system laid a copy of it, or where it is of that app.
struct ForeignFile {
    let address: URL

    /// Copies it into the inbox under a safe name, and deletes the copy that the system had made for us.
    func copy(into inbox: Inbox) throws -> String {
        let isHeld = address.startAccessingSecurityScopedResource()
        defer { if isHeld { address.stopAccessingSecurityScopedResource() } }
        guard isHanded || !isOurs else { throw IncomingProblem.unreadable }
        defer { if isHanded { try? FileManager.default.removeItem(at: address) } }
        var outcome: Result<String, Error> = .failure(IncomingProblem.unreadable)
        var failure: NSError?
        // What lies in a cloud is fetched first.
        NSFileCoordinator().coordinate(readingItemAt: address, options: .withoutChanges, error: &failure) { readable in
            outcome = Result { try take(readable, into: inbox) }
        }
        return try outcome.get()
    }

    private func take(_ file: URL, into inbox: Inbox) throws -> String {
        let facts = try file.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
        guard facts.isRegularFile == true else { throw IncomingProblem.unreadable }
        if facts.fileSize ?? 0 > Inbox.maxSize { throw IncomingProblem.tooLarge }
        return try inbox.copy(from: file, name: SafeName.of(address.lastPathComponent))
    }

    private var path: String { address.standardizedFileURL.resolvingSymlinksInPath().path }

    private static func resolved(_ folder: String) -> String {
        URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    }

    private var isOurs: Bool { path.hasPrefix(ForeignFile.resolved(NSHomeDirectory()) + "/") }

    /// The two folders into which the system lays copies for us, and nothing else.
    private var isHanded: Bool {
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
        let home = ForeignFile.resolved(NSHomeDirectory())
        let temporary = ForeignFile.resolved(NSTemporaryDirectory())
        let isTemporary = parent.lastPathComponent.hasSuffix("-Inbox") && parent.deletingLastPathComponent().path == temporary
        return parent.path == home + "/Documents/Inbox" || isTemporary
    }
}
