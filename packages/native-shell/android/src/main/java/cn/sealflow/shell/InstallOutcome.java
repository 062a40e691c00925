package cn.sealflow.shell;

import android.content.pm.PackageInstaller;

/**
 * The next action after a status of the package installer. MIUI, HyperOS and EMUI fail sessions of apps that are not
 * stores. So after a failure that is not the user's own decision, the installer's activity is opened, once.
 */
enum InstallOutcome {
    /** The system provides an activity that asks the user. */
    CONFIRM,
    INSTALLED,
    /** Open the package with the installer's activity, which needs no session. */
    OPEN_INSTALLER,
    NO_ROOM,
    REFUSED;

    /**
     * @param status of {@link PackageInstaller}.
     * @param hasConfirmation whether the status includes the activity that asks the user.
     * @param isFirstAttempt whether the installer's activity has not been opened for this package yet.
     */
    static InstallOutcome of(int status, boolean hasConfirmation, boolean isFirstAttempt) {
        return switch (status) {
            case PackageInstaller.STATUS_PENDING_USER_ACTION -> hasConfirmation ? CONFIRM : openOrRefuse(isFirstAttempt);
            case PackageInstaller.STATUS_SUCCESS -> INSTALLED;
            case PackageInstaller.STATUS_FAILURE_STORAGE -> NO_ROOM;
            // The user declined.
            case PackageInstaller.STATUS_FAILURE_ABORTED -> REFUSED;
            default -> openOrRefuse(isFirstAttempt);
        };
    }

    private static InstallOutcome openOrRefuse(boolean isFirstAttempt) {
        return isFirstAttempt ? OPEN_INSTALLER : REFUSED;
    }
}
