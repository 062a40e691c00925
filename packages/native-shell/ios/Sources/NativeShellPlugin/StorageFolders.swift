import Foundation

/// How the folders of the app's library are protected. The entitlement closes every file while the phone is locked, which
/// ends each write of an engine with an input error.
enum StorageFolders {
    /// Whose files are written or read while the phone may be locked: SQLCipher's, the web view's own databases, and the code
    /// of hot updates. They are closed from a start of the phone until it is unlocked for the first time.
    static let openWhileLocked = ["CapacitorDatabase", "WebKit", "NoCloud/ionic_built_snapshots"]
    /// A name excludes nothing: the attribute does, and for all that lies in the folder.
    static let excludedFromBackup = ["CapacitorDatabase", "WebKit", "NoCloud"]

    /// Called at each start: a folder that another one replaces begins without the attributes.
    static func protect() {
        guard let library = FileManager.default.urls(for: .libraryDirectory, in: .userDomainMask).first else { return }
        for name in excludedFromBackup { exclude(library.appendingPathComponent(name, isDirectory: true)) }
        for name in openWhileLocked { open(library.appendingPathComponent(name, isDirectory: true)) }
    }

    private static func exclude(_ folder: URL) {
        var folder = folder
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try? folder.setResourceValues(values)
    }

    /// New files take the protection of their folder; those that are there keep their own.
    private static func open(_ folder: URL) {
        let files = FileManager.default
        try? files.createDirectory(at: folder, withIntermediateDirectories: true)
        let protection: [FileAttributeKey: Any] = [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication]
        try? files.setAttributes(protection, ofItemAtPath: folder.path)
        guard let inside = files.enumerator(at: folder, includingPropertiesForKeys: [.fileProtectionKey]) else { return }
        for case let entry as URL in inside {
            let found = try? entry.resourceValues(forKeys: [.fileProtectionKey]).fileProtection
            if found == .completeUntilFirstUserAuthentication { continue }
            try? files.setAttributes(protection, ofItemAtPath: entry.path)
        }
    }
}
