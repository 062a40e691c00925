import Foundation

/// The reason why a file was not received, as a code for the page. Contains no name.
enum IncomingProblem: String, Error {
    case tooLarge = "too_large"
    case tooMany = "too_many"
    case unreadable
    case noRoom = "no_room"
}

/// A copy that waits for import.
struct InboxItem {
    let id: String
    let name: String
    let size: Int
}

/// Copies of received files, waiting for import. Each has a random id, and its name is stored next to it. A copy gets
/// its final name only when it is complete, so that a killed process leaves either a complete copy or none.
final class Inbox {
    static let maxSize = 2 * 1024 * 1024 * 1024
    static let maxItems = 40
    /// Disk space reserved for the database, the system, and the copy that the page makes next.
    private static let reserve: Int64 = 256 * 1024 * 1024
    /// Copies are deleted after this time if they are not imported: they are unencrypted content of other people.
    private static let kept: TimeInterval = 7 * 24 * 60 * 60
    private static let chunk = 256 * 1024

    private let files = FileManager.default
    private let folder: URL

    /// The inbox of the app.
    convenience init() throws {
        let support = try FileManager.default.url(
            for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        try self.init(in: support)
    }

    /// The inbox that the share extension writes and the app empties; nil in a build without an app group.
    static func shared() throws -> Inbox? {
        guard let group = Bundle.main.object(forInfoDictionaryKey: "SealflowAppGroup") as? String,
              let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
        else { return nil }
        return try Inbox(in: container)
    }

    private init(in parent: URL) throws {
        let files = FileManager.default
        var folder = parent.appendingPathComponent("incoming", isDirectory: true)
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try folder.setResourceValues(values)
        self.folder = folder
    }

    /// Moves the complete copies of another inbox here, as far as there is space. @returns their number.
    func take(from other: Inbox) -> Int {
        let room = max(0, Inbox.maxItems - items().count)
        var taken = 0
        for item in other.items().prefix(room) {
            do {
                try files.moveItem(at: other.at(item.id, "name"), to: at(item.id, "name"))
                try files.moveItem(at: other.at(item.id, "file"), to: at(item.id, "file"))
                taken += 1
            } catch {
                discard(item.id)
                other.discard(item.id)
            }
        }
        return taken
    }

    /// Deletes incomplete and expired copies. Another process may still be writing an incomplete copy younger than
    /// `halfAge`.
    func sweep(halfAge: TimeInterval = 0) {
        for entry in entries() where entry.pathExtension == "file" || age(of: entry) >= halfAge {
            let id = entry.deletingPathExtension().lastPathComponent
            let isWhole = entry.pathExtension == "file" && exists(id, "name") && age(of: entry) < Inbox.kept
            let isLabel = entry.pathExtension == "name" && exists(id, "file")
            if !isWhole && !isLabel { try? files.removeItem(at: entry) }
        }
    }

    func items() -> [InboxItem] {
        entries()
            .filter { $0.pathExtension == "file" }
            .sorted { (age(of: $0), $1.path) > (age(of: $1), $0.path) }
            .compactMap { entry -> InboxItem? in
                let id = entry.deletingPathExtension().lastPathComponent
                guard let name = try? String(contentsOf: at(id, "name"), encoding: .utf8) else { return nil }
                return InboxItem(id: id, name: SafeName.of(name), size: size(of: entry))
            }
    }

    /// Copies a file to its end. The copy is not listed until `publish`.
    func copy(from source: URL, name: String, deadline: Deadline? = nil) throws -> String {
        let id = Inbox.newId()
        do {
            try write(from: source, to: at(id, "part"), deadline)
            try Data(name.utf8).write(to: at(id, "name"), options: [.atomic, .completeFileProtectionUnlessOpen])
            return id
        } catch {
            discard(id)
            throw error as? IncomingProblem ?? (hasRoom() ? IncomingProblem.unreadable : IncomingProblem.noRoom)
        }
    }

    func publish(_ id: String) {
        do {
            try files.moveItem(at: at(id, "part"), to: at(id, "file"))
            try files.setAttributes([.modificationDate: Date()], ofItemAtPath: at(id, "file").path)
        } catch {
            discard(id)
        }
    }

    /// Reads part of a copy; fewer bytes than requested only at its end. Nil if there is no such copy.
    func read(_ id: String, offset: UInt64, length: Int) -> Data? {
        guard Inbox.isId(id), let file = try? FileHandle(forReadingFrom: at(id, "file")) else { return nil }
        defer { try? file.close() }
        do {
            try file.seek(toOffset: offset)
            return try file.read(upToCount: length) ?? Data()
        } catch {
            return nil
        }
    }

    /// Deletes a copy. A missing one is not an error.
    func discard(_ id: String) {
        guard Inbox.isId(id) else { return }
        for role in ["file", "part", "name"] { try? files.removeItem(at: at(id, role)) }
    }

    private func write(from source: URL, to part: URL, _ deadline: Deadline?) throws {
        let given = try FileHandle(forReadingFrom: source)
        defer { try? given.close() }
        let protection: [FileAttributeKey: Any] = [.protectionKey: FileProtectionType.completeUnlessOpen]
        guard files.createFile(atPath: part.path, contents: nil, attributes: protection) else {
            throw IncomingProblem.noRoom
        }
        let copy = try FileHandle(forWritingTo: part)
        defer { try? copy.close() }
        var written = 0
        var isAtEnd = false
        while !isAtEnd {
            try autoreleasepool {
                let bytes = try given.read(upToCount: Inbox.chunk) ?? Data()
                isAtEnd = bytes.isEmpty
                written += bytes.count
                if deadline?.isMissed == true { throw IncomingProblem.unreadable }
                deadline?.progress()
                if written > Inbox.maxSize { throw IncomingProblem.tooLarge }
                if !hasRoom() { throw IncomingProblem.noRoom }
                try copy.write(contentsOf: bytes)
            }
        }
        try copy.synchronize()
    }

    private func hasRoom() -> Bool {
        let free = try? files.attributesOfFileSystem(forPath: folder.path)[.systemFreeSize] as? NSNumber
        return (free?.int64Value ?? 0) > Inbox.reserve
    }

    private func at(_ id: String, _ role: String) -> URL {
        folder.appendingPathComponent(id).appendingPathExtension(role)
    }

    private func exists(_ id: String, _ role: String) -> Bool {
        files.fileExists(atPath: at(id, role).path)
    }

    private func entries() -> [URL] {
        (try? files.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }

    private func age(of file: URL) -> TimeInterval {
        let changed = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        return -(changed ?? .distantPast).timeIntervalSinceNow
    }

    private func size(of file: URL) -> Int {
        (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    }

    private static func isId(_ id: String) -> Bool {
        id.count == 32 && id.allSatisfy { "0123456789abcdef".contains($0) }
    }

    private static func newId() -> String {
        UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    }
}
