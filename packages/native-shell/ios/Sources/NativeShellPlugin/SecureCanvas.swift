import UIKit

/// A view whose content the system omits from screenshots, recordings and mirrored screens: the canvas of a secure text
/// field. iOS has no other way. If the field has no such canvas, shielding is unavailable.
final class SecureCanvas {
    let view: UIView

    /// Owner of the view. The view is secure only while the field exists.
    private let field = UITextField()

    init?(frame: CGRect) {
        field.frame = frame
        field.isSecureTextEntry = true
        // The field creates its canvas during layout.
        field.layoutIfNeeded()
        let found = field.subviews.first { String(describing: type(of: $0)).contains("Canvas") }
        guard let canvas = found else { return nil }
        canvas.subviews.forEach { $0.removeFromSuperview() }
        canvas.removeFromSuperview()
        canvas.frame = frame
        canvas.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        canvas.isUserInteractionEnabled = true
        view = canvas
    }
}
