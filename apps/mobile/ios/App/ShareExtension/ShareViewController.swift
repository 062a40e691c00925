import UIKit

/// Copies what another app shares into the inbox of the app group, where the app finds it. An extension may not open its app,
/// so it says how to go on.
final class ShareViewController: UIViewController {
    private let message = UILabel()
    private let activity = UIActivityIndicatorView(style: .large)
    private let close = UIButton(type: .system)

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        showProgress()
        let given = (extensionContext?.inputItems ?? []).compactMap { $0 as? NSExtensionItem }
        let providers = given.flatMap { $0.attachments ?? [] }
        DispatchQueue.global(qos: .userInitiated).async {
            let outcome = SharedFiles.copy(providers)
            DispatchQueue.main.async { self.showOutcome(outcome) }
        }
    }

    private func showOutcome(_ outcome: SharedFiles.Outcome) {
        let app = Bundle.main.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String ?? ""
        let format = NSLocalizedString("taken", comment: "")
        let taken = outcome.copied == 0 ? nil : String(format: format, outcome.copied, app)
        show([taken, outcome.problem.map(text)].compactMap { $0 }.joined(separator: "\n\n"))
    }

    private func text(_ problem: IncomingProblem) -> String {
        switch problem {
        case .tooLarge: return NSLocalizedString("too_large", comment: "")
        case .tooMany: return NSLocalizedString("too_many", comment: "")
        case .noRoom: return NSLocalizedString("no_room", comment: "")
        case .unreadable: return NSLocalizedString("unreadable", comment: "")
        }
    }

    private func showProgress() {
        message.text = NSLocalizedString("copying", comment: "")
        message.numberOfLines = 0
        message.textAlignment = .center
        message.font = .preferredFont(forTextStyle: .body)
        message.adjustsFontForContentSizeCategory = true
        close.setTitle(NSLocalizedString("close", comment: ""), for: .normal)
        close.isHidden = true
        close.addTarget(self, action: #selector(finish), for: .touchUpInside)
        activity.startAnimating()
        let stack = UIStackView(arrangedSubviews: [activity, message, close])
        stack.axis = .vertical
        stack.spacing = 24
        stack.alignment = .center
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        let guide = view.layoutMarginsGuide
        NSLayoutConstraint.activate([
            stack.centerYAnchor.constraint(equalTo: guide.centerYAnchor),
            stack.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: guide.trailingAnchor)
        ])
    }

    private func show(_ text: String) {
        activity.stopAnimating()
        message.text = text
        close.isHidden = false
        UIAccessibility.post(notification: .screenChanged, argument: message)
    }

    @objc private func finish() {
        extensionContext?.completeRequest(returningItems: [], completionHandler: nil)
    }
}
