import Foundation

/// A file that another app opened with this one: either a copy made by the system, or the original in the other app.
struct ForeignFile {
    let address: URL

    /// A provider that sends nothing for this long is abandoned, because other files wait for it.
    static let maxSecondsWithoutProgress: TimeInterval = 60

    /// Copies the file into the inbox under a safe name, and deletes the copy that the system made.
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
        // Files in a cloud are downloaded first.
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

    /// Whether the file is in one of the two folders in which the system puts copies.
    private var isHanded: Bool {
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
        let home = ForeignFile.resolved(NSHomeDirectory())
        let temporary = ForeignFile.resolved(NSTemporaryDirectory())
        let isTemporary = parent.lastPathComponent.hasSuffix("-Inbox") && parent.deletingLastPathComponent().path == temporary
        return parent.path == home + "/Documents/Inbox" || isTemporary
    }
}
