package cn.sealflow.shell;

/** Why a package is not installed, by a word that the page knows. */
@SuppressWarnings("serial")
final class Refusal extends Exception {

    static final String NOT_FOUND = "not_found";
    static final String HASH_DIFFERS = "hash_differs";
    static final String PACKAGE_DIFFERS = "package_differs";
    static final String SIGNER_DIFFERS = "signer_differs";
    static final String NOT_NEWER = "not_newer";
    static final String NOT_ALLOWED = "not_allowed";
    static final String NO_ROOM = "no_room";
    /** No program of the phone takes packages. */
    static final String NO_INSTALLER = "no_installer";
    static final String REFUSED = "refused";

    final String code;

    Refusal(String code) {
        super(code);
        this.code = code;
    }
}
