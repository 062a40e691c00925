package cn.sealflow.shell;

/** The reason why a file was not received, as a code for the page. Contains no name. */
@SuppressWarnings("serial")
final class IncomingProblem extends Exception {

    static final String TOO_LARGE = "too_large";
    static final String TOO_MANY = "too_many";
    static final String UNREADABLE = "unreadable";
    static final String NO_ROOM = "no_room";
    /** The app that provides the file sent no data for too long. */
    static final String STALLED = "stalled";

    final String code;

    IncomingProblem(String code) {
        super(code);
        this.code = code;
    }
}
