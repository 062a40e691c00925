import Foundation

/// Protection of the folders in the app's library. The entitlement protects every file while the phone is locked, which
/// would make each write of a database engine fail with an input error.
enum StorageFolders {
    /// Folders with files that are used while the phone may be locked: SQLCipher's, the web view's own databases, and
    /// the code of hot updates. They are protected from the start of the phone until its first unlock.
    static let openWhileLocked = ["CapacitorDatabase", "WebKit", "NoCloud/ionic_built_snapshots"]
    /// Excluded by attribute, not by name. The attribute applies to everything in the folder.
    static let excludedFromBackup = ["CapacitorDatabase", "WebKit", "NoCloud"]

    /// Called at each start, because a replaced folder has lost the attributes.
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

    /// New files inherit the protection of their folder; existing ones keep their own.
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
