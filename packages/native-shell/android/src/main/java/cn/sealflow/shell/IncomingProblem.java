package cn.sealflow.shell;

/** What did not come, by a word that the page knows; never with a name. */
@SuppressWarnings("serial")
final class IncomingProblem extends Exception {

    static final String TOO_LARGE = "too_large";
    static final String TOO_MANY = "too_many";
    static final String UNREADABLE = "unreadable";
    static final String NO_ROOM = "no_room";
    /** The app that gave the file sent nothing more of it for too long. */
    static final String STALLED = "stalled";

    final String code;

    IncomingProblem(String code) {
        super(code);
        this.code = code;
    }
}
