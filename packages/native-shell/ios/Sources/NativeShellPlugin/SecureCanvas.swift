import UIKit

/// A view whose content the system leaves out of screenshots, recordings and mirrored screens: the one in which a field
/// for passwords draws. There is no other way on iOS, so where the field has no such view there is none at all.
final class SecureCanvas {
    let view: UIView

    /// What the view belongs to: it is secure as long as this is.
    private let field = UITextField()

    init?(frame: CGRect) {
        field.frame = frame
        field.isSecureTextEntry = true
        // The field makes its canvas when it is laid out.
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
