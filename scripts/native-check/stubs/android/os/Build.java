package android.os;

/** A stub of the class in API 36, with the members that our code uses. */
public class Build {

    public static class VERSION {

        public static final int SDK_INT = Integer.parseInt("36");
    }

    public static class VERSION_CODES {

        public static final int N = 24;
        public static final int O = 26;
        public static final int P = 28;
        public static final int Q = 29;
        public static final int R = 30;
        public static final int S = 31;
        public static final int TIRAMISU = 33;
    }
}
