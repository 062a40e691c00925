import Foundation
import UniformTypeIdentifiers

/// Copies what was shared into the inbox of the app group.
enum SharedFiles {
    struct Outcome {
        var copied = 0
        /// The first one; the others are left unsaid.
        var problem: IncomingProblem?
    }

    private static let maxFiles = 20
    /// What lies in a cloud is fetched first.
    private static let maxSecondsPerFile: TimeInterval = 120

    /// Waits until all of it is copied. One file after the other: an extension has little memory.
    static func copy(_ providers: [NSItemProvider]) -> Outcome {
        var outcome = Outcome()
        guard let shared = try? Inbox.shared() else {
            outcome.problem = .unreadable
            return outcome
        }
        let room = max(0, min(maxFiles, Inbox.maxItems - shared.items().count))
        if providers.count > room { outcome.problem = .tooMany }
        var copied: [String] = []
        for provider in providers.prefix(room) {
            do {
                copied.append(try copy(provider, into: shared))
            } catch {
                outcome.problem = outcome.problem ?? (error as? IncomingProblem ?? .unreadable)
            }
        }
        copied.forEach(shared.publish)
        outcome.copied = copied.count
        return outcome
    }

    /// What a provider answered with, on a thread of its own.
    private final class Answer {
        var result: Result<String, Error> = .failure(IncomingProblem.unreadable)
        let given = DispatchSemaphore(value: 0)
    }

    private static func copy(_ provider: NSItemProvider, into inbox: Inbox) throws -> String {
        let types = provider.registeredTypeIdentifiers
        guard let type = types.first(where: { UTType($0)?.conforms(to: .data) == true }) else {
            throw IncomingProblem.unreadable
        }
        let name = provider.suggestedName
        let answer = Answer()
        // The provider deletes its file when this returns.
        let loading = provider.loadFileRepresentation(forTypeIdentifier: type) { file, _ in
            if let file = file { answer.result = Result { try SharedFiles.copy(file, name, into: inbox) } }
            answer.given.signal()
        }
        let deadline = Deadline(seconds: maxSecondsPerFile) { loading.cancel() }
        answer.given.wait()
        deadline.end()
        return try answer.result.get()
    }

    private static func copy(_ file: URL, _ name: String?, into inbox: Inbox) throws -> String {
        let facts = try file.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
        guard facts.isRegularFile == true else { throw IncomingProblem.unreadable }
        if facts.fileSize ?? 0 > Inbox.maxSize { throw IncomingProblem.tooLarge }
        return try inbox.copy(from: file, name: SafeName.of(fullName(name, file)))
    }

    /// The name that was suggested often lacks its ending.
    private static func fullName(_ suggested: String?, _ file: URL) -> String {
        guard let suggested = suggested, !suggested.isEmpty else { return file.lastPathComponent }
        let ending = file.pathExtension
        let hasEnding = ending.isEmpty || (suggested as NSString).pathExtension.lowercased() == ending.lowercased()
        return hasEnding ? suggested : suggested + "." + ending
    }
}
