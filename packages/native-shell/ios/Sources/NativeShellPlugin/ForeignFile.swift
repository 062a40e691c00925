import Foundation

/// A file that another app opened with ours: where the system laid a copy of it, or where it is of that app.
struct ForeignFile {
    let address: URL

    /// A provider that gives nothing for so long is given up: the files after it wait.
    static let maxSecondsWithoutProgress: TimeInterval = 60

    /// Copies it into the inbox under a safe name, and deletes the copy that the system had made for us.
    func copy(into inbox: Inbox) throws -> String {
        let isHeld = address.startAccessingSecurityScopedResource()
        defer { if isHeld { address.stopAccessingSecurityScopedResource() } }
        guard isHanded || !isOurs else { throw IncomingProblem.unreadable }
        defer { if isHanded { try? FileManager.default.removeItem(at: address) } }
        var outcome: Result<String, Error>?
        var failure: NSError?
        let coordinator = NSFileCoordinator()
        let deadline = Deadline(seconds: Self.maxSecondsWithoutProgress) { coordinator.cancel() }
        defer { deadline.end() }
        // What lies in a cloud is fetched first.
        coordinator.coordinate(readingItemAt: address, options: .withoutChanges, error: &failure) { readable in
            outcome = Result { try take(readable, into: inbox, deadline) }
        }
        guard failure == nil, let copied = outcome else { throw IncomingProblem.unreadable }
        return try copied.get()
    }

    private func take(_ file: URL, into inbox: Inbox, _ deadline: Deadline) throws -> String {
        let facts = try file.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
        guard facts.isRegularFile == true else { throw IncomingProblem.unreadable }
        if facts.fileSize ?? 0 > Inbox.maxSize { throw IncomingProblem.tooLarge }
        return try inbox.copy(from: file, name: SafeName.of(address.lastPathComponent), deadline: deadline)
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
