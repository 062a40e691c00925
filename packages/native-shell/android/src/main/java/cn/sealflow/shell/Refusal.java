package cn.sealflow.shell;

/** The reason why a package is not installed, as a code for the page. */
@SuppressWarnings("serial")
final class Refusal extends Exception {

    static final String NOT_FOUND = "not_found";
    static final String HASH_DIFFERS = "hash_differs";
    static final String PACKAGE_DIFFERS = "package_differs";
    static final String SIGNER_DIFFERS = "signer_differs";
    static final String NOT_NEWER = "not_newer";
    static final String NOT_ALLOWED = "not_allowed";
    static final String NO_ROOM = "no_room";
    /** The phone has no app that installs packages. */
    static final String NO_INSTALLER = "no_installer";
    static final String REFUSED = "refused";

    final String code;

    Refusal(String code) {
        super(code);
        this.code = code;
    }
}
