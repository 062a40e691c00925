package cn.sealflow.shell;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/** Makes a foreign name safe to show, to store and to use as a file name on every system. */
final class SafeName {

    private static final int MAX_CHARACTERS = 120;
    /** File names have at most 255 bytes on Android and Linux. The difference leaves room for added suffixes. */
    private static final int MAX_BYTES = 240;
    private static final int MAX_ENDING = 16;
    private static final int END_READ = 512;
    private static final String NOTHING = "file";

    private static final Pattern FOLDERS = Pattern.compile("^.*[/\\\\]", Pattern.DOTALL);
    /** Control and format characters (bidirectional marks among them), lone surrogates and line separators. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\uFFFD\u115F\u1160\u3164\uFFA0]");
    private static final Pattern FORBIDDEN = Pattern.compile("[<>:\"|?*]");
    private static final Pattern SPACES = Pattern.compile("\\p{Zs}+");
    private static final Pattern FRONT = Pattern.compile("^[. ]+");
    private static final Pattern END = Pattern.compile("[. ]+$");
    private static final Pattern RESERVED = Pattern.compile("(CON|PRN|AUX|NUL|COM[0-9¹²³]|LPT[0-9¹²³])", Pattern.CASE_INSENSITIVE);

    private SafeName() {}

    static String of(String given) {
        String seen = UNSEEN.matcher(bounded(given == null ? "" : given)).replaceAll("");
        // The removal can bring a letter and its combining mark together, so normalisation follows it.
        String name = FOLDERS.matcher(Normalizer.normalize(seen, Normalizer.Form.NFC)).replaceFirst("");
        name = SPACES.matcher(FORBIDDEN.matcher(name).replaceAll("_")).replaceAll(" ");
        name = trimmed(name);
        if (name.isEmpty()) return NOTHING;
        int dot = name.indexOf('.');
        String stem = (dot < 0 ? name : name.substring(0, dot)).trim();
        if (RESERVED.matcher(stem).matches()) name = "_" + name;
        return shortened(name);
    }

    /** Appends an extension if the name has none. */
    static String withEnding(String name, String ending) {
        if (ending == null || ending.isEmpty() || name.lastIndexOf('.') > 0) return name;
        return of(name + "." + ending.toLowerCase(Locale.ROOT));
    }

    /** Bounds the work for an extremely long name. Only its two ends can be part of the result. */
    private static String bounded(String given) {
        int length = given.length();
        return length <= 2 * END_READ ? given : given.substring(0, END_READ) + given.substring(length - END_READ);
    }

    private static String trimmed(String name) {
        return END.matcher(FRONT.matcher(name).replaceFirst("")).replaceFirst("");
    }

    private static String shortened(String name) {
        if (fits(name)) return name;
        int dot = name.lastIndexOf('.');
        String ending = dot > 0 && name.length() - dot <= MAX_ENDING ? name.substring(dot) : "";
        String stem = name.substring(0, name.length() - ending.length());
        while (!stem.isEmpty() && !fits(stem + ending)) {
            stem = stem.substring(0, stem.offsetByCodePoints(stem.length(), -1));
        }
        stem = trimmed(stem);
        return stem.isEmpty() ? NOTHING + ending : stem + ending;
    }

    private static boolean fits(String name) {
        return name.length() <= MAX_CHARACTERS && name.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
    }
}
