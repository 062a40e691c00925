import Foundation

/// Ends work that makes no progress. The work reports each step; `onMissed` runs once, on another thread.
final class Deadline {
    private let seconds: TimeInterval
    private let timer: DispatchSourceTimer
    private let lock = NSLock()
    private var missed = false

    init(seconds: TimeInterval, onMissed: @escaping () -> Void) {
        self.seconds = seconds
        timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        timer.schedule(deadline: .now() + seconds)
        timer.setEventHandler { [weak self] in
            guard let self = self else { return }
            self.lock.lock()
            self.missed = true
            self.lock.unlock()
            onMissed()
        }
        timer.resume()
    }

    var isMissed: Bool {
        lock.lock()
        defer { lock.unlock() }
        return missed
    }

    /// Reports progress and restarts the timeout.
    func progress() {
        timer.schedule(deadline: .now() + seconds)
    }

    func end() {
        timer.cancel()
    }
}
