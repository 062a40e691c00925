// swift-tools-version: 5.9
import PackageDescription

let package = Package(
    name: "SealflowNativeShell",
    // The app requires iOS 15.4, but the package that `cap sync` generates around this one can only declare 15.
    platforms: [.iOS(.v15)],
    products: [
        .library(
            name: "SealflowNativeShell",
            targets: ["NativeShellPlugin"])
    ],
    dependencies: [
        .package(url: "https://github.com/ionic-team/capacitor-swift-pm.git", exact: "8.5.2")
    ],
    targets: [
        .target(
            name: "NativeShellPlugin",
            dependencies: [
                .product(name: "Capacitor", package: "capacitor-swift-pm"),
                .product(name: "Cordova", package: "capacitor-swift-pm")
            ],
            path: "ios/Sources/NativeShellPlugin")
    ]
)
