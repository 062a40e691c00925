import XCTest

/// A new installation starts, its agreements can be read, and consent leads to the sign-in. The texts are those of
/// `src/i18n/zh/auth.ts`; `npm run native:check` compares them.
final class SmokeTests: XCTestCase {
    private enum Texts {
        static let consentTitle = "服务协议与隐私政策"
        static let consentLead = "欢迎使用密件通。在您使用之前，请阅读并同意以下内容："
        static let licence = "《服务协议》"
        static let agreeAndGoOn = "同意并继续"
        static let username = "账号"
        static let signIn = "登录"
    }

    /// A simulator of a busy machine takes its time for the first page.
    private static let patienceSeconds: TimeInterval = 120

    override func setUp() {
        continueAfterFailure = false
    }

    @MainActor
    func testConsentCanBeReadAndLeadsToTheSignIn() {
        let app = XCUIApplication()
        app.launchArguments = ["-AppleLanguages", "(zh-Hans)", "-AppleLocale", "zh_CN"]
        app.launch()
        let page = app.webViews.firstMatch
        let title = page.staticTexts[Texts.consentTitle].firstMatch
        XCTAssertTrue(title.waitForExistence(timeout: Self.patienceSeconds), "the consent dialog is not there")
        attach(app, "consent")
        assertReadable(page.staticTexts[Texts.consentLead].firstMatch, in: app)
        assertReadable(page.links[Texts.licence].firstMatch, in: app)
        let agree = page.buttons[Texts.agreeAndGoOn].firstMatch
        assertReadable(agree, in: app)
        agree.tap()
        let username = page.textFields[Texts.username].firstMatch
        XCTAssertTrue(username.waitForExistence(timeout: Self.patienceSeconds), "the sign-in is not there")
        attach(app, "sign-in")
        assertReadable(username, in: app)
        assertReadable(page.buttons[Texts.signIn].firstMatch, in: app)
    }

    /// Of some height, within the screen, and under nothing else.
    @MainActor
    private func assertReadable(_ element: XCUIElement, in app: XCUIApplication) {
        XCTAssertTrue(element.exists, "\(element) is not there")
        XCTAssertGreaterThan(element.frame.height, 8, "\(element) has no height")
        XCTAssertTrue(app.frame.contains(element.frame), "\(element) is not on the screen")
        XCTAssertTrue(element.isHittable, "\(element) is covered")
    }

    @MainActor
    private func attach(_ app: XCUIApplication, _ name: String) {
        let attachment = XCTAttachment(screenshot: app.screenshot())
        attachment.name = name
        attachment.lifetime = .keepAlways
        add(attachment)
    }
}
