package cn.sealflow.shell;

import android.content.pm.PackageInstaller;

/**
 * What follows from a status of the package installer. MIUI, HyperOS and EMUI fail sessions of apps that are no stores, so
 * each failure that is not the person's own answer leads to the installer by its activity, once.
 */
enum InstallOutcome {
    /** The system has an activity that asks the person. */
    CONFIRM,
    INSTALLED,
    /** The package is opened with the installer's activity, which needs no session. */
    OPEN_INSTALLER,
    NO_ROOM,
    REFUSED;

    /**
     * @param status of {@link PackageInstaller}.
     * @param hasConfirmation whether the status came with the activity that asks the person.
     * @param isFirstAttempt whether the installer's activity was not opened for this package yet.
     */
    static InstallOutcome of(int status, boolean hasConfirmation, boolean isFirstAttempt) {
        return switch (status) {
            case PackageInstaller.STATUS_PENDING_USER_ACTION -> hasConfirmation ? CONFIRM : openOrRefuse(isFirstAttempt);
            case PackageInstaller.STATUS_SUCCESS -> INSTALLED;
            case PackageInstaller.STATUS_FAILURE_STORAGE -> NO_ROOM;
            // The person's own no.
            case PackageInstaller.STATUS_FAILURE_ABORTED -> REFUSED;
            default -> openOrRefuse(isFirstAttempt);
        };
    }

    private static InstallOutcome openOrRefuse(boolean isFirstAttempt) {
        return isFirstAttempt ? OPEN_INSTALLER : REFUSED;
    }
}
