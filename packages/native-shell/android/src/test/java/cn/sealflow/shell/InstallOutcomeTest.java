package cn.sealflow.shell;

import static org.junit.Assert.assertEquals;

import android.content.pm.PackageInstaller;
import org.junit.Test;

public class InstallOutcomeTest {

    private static final int[] FAILURES = {
        PackageInstaller.STATUS_FAILURE,
        PackageInstaller.STATUS_FAILURE_BLOCKED,
        PackageInstaller.STATUS_FAILURE_INVALID,
        PackageInstaller.STATUS_FAILURE_CONFLICT,
        PackageInstaller.STATUS_FAILURE_INCOMPATIBLE,
    };

    @Test
    public void opensTheInstallerOnceWhereTheSystemFailsTheSession() {
        for (int failure : FAILURES) {
            assertEquals(InstallOutcome.OPEN_INSTALLER, InstallOutcome.of(failure, false, true));
            assertEquals(InstallOutcome.REFUSED, InstallOutcome.of(failure, false, false));
        }
    }

    @Test
    public void asksThePersonWhereTheSystemHasAnActivityForIt() {
        int pending = PackageInstaller.STATUS_PENDING_USER_ACTION;
        assertEquals(InstallOutcome.CONFIRM, InstallOutcome.of(pending, true, true));
        assertEquals(InstallOutcome.OPEN_INSTALLER, InstallOutcome.of(pending, false, true));
        assertEquals(InstallOutcome.REFUSED, InstallOutcome.of(pending, false, false));
    }

    @Test
    public void takesTheAnswersOfThePersonAndOfAFullDiskAsTheyAre() {
        assertEquals(InstallOutcome.REFUSED, InstallOutcome.of(PackageInstaller.STATUS_FAILURE_ABORTED, false, true));
        assertEquals(InstallOutcome.NO_ROOM, InstallOutcome.of(PackageInstaller.STATUS_FAILURE_STORAGE, false, true));
        assertEquals(InstallOutcome.INSTALLED, InstallOutcome.of(PackageInstaller.STATUS_SUCCESS, false, true));
    }
}
