package cn.sealflow.shell;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Copies of received files, waiting for import. Each has a random id, and its name is stored next to it. A copy gets
 * its final name only when it is complete, so that a killed process leaves either a complete copy or none.
 */
final class Inbox {

    /** A waiting copy. */
    record Item(String id, String name, long size) {}

    static final long MAX_SIZE = 2L * 1024 * 1024 * 1024;
    static final int MAX_ITEMS = 40;
    /** Disk space reserved for the database, the system, and the copy that the page makes next. */
    private static final long RESERVE = 256L * 1024 * 1024;
    /** Copies are deleted after this time if they are not imported: they are unencrypted content of other people. */
    private static final long KEPT = TimeUnit.DAYS.toMillis(7);
    private static final int CHUNK = 256 * 1024;

    private static final String WHOLE = ".file";
    private static final String NAME = ".name";
    private static final String PART = ".part";
    private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final File folder;

    Inbox(File folder) {
        this.folder = folder;
    }

    /** Deletes incomplete and expired copies. No copy may be in progress. */
    void sweep(long now) {
        for (File file : entries()) {
            String name = file.getName();
            boolean whole = name.endsWith(WHOLE) && named(name).isFile() && now - file.lastModified() < KEPT;
            boolean label = name.endsWith(NAME) && new File(folder, name.replace(NAME, WHOLE)).isFile();
            if (!whole && !label) file.delete();
        }
    }

    List<Item> items() {
        List<File> whole = new ArrayList<>();
        for (File file : entries()) if (file.getName().endsWith(WHOLE)) whole.add(file);
        whole.sort(Comparator.comparingLong(File::lastModified).thenComparing(File::getName));
        List<Item> items = new ArrayList<>();
        for (File file : whole) {
            String id = file.getName().substring(0, file.getName().length() - WHOLE.length());
            try {
                items.add(new Item(id, SafeName.of(label(id)), file.length()));
            } catch (IOException unreadable) {
                // Its name is missing: it was released a moment ago.
            }
        }
        return items;
    }

    /** Copies a stream to its end. The copy is not listed until {@link #publish}. */
    String copy(InputStream stream, String name) throws IncomingProblem {
        return copy(stream, name, () -> {});
    }

    /** @param onChunk called after each chunk of the stream. */
    String copy(InputStream stream, String name, Runnable onChunk) throws IncomingProblem {
        if (!folder.isDirectory() && !folder.mkdirs()) throw new IncomingProblem(IncomingProblem.NO_ROOM);
        String id = newId();
        File part = at(id, PART);
        try {
            write(part, stream, onChunk);
            try (FileOutputStream label = new FileOutputStream(at(id, NAME))) {
                label.write(name.getBytes(StandardCharsets.UTF_8));
                label.getFD().sync();
            }
            return id;
        } catch (IncomingProblem problem) {
            discard(id);
            throw problem;
        } catch (IOException | RuntimeException failure) {
            discard(id);
            throw new IncomingProblem(hasRoom() ? IncomingProblem.UNREADABLE : IncomingProblem.NO_ROOM);
        }
    }

    void publish(String id) {
        File whole = at(id, WHOLE);
        if (!at(id, PART).renameTo(whole)) discard(id);
        else whole.setLastModified(System.currentTimeMillis());
    }

    /** Reads part of a copy; fewer bytes than requested only at its end. Null if there is no such copy. */
    byte[] read(String id, long offset, int length) throws IOException {
        if (!isId(id) || !at(id, WHOLE).isFile()) return null;
        try (RandomAccessFile file = new RandomAccessFile(at(id, WHOLE), "r")) {
            long rest = Math.max(0, file.length() - offset);
            byte[] bytes = new byte[(int) Math.min(length, rest)];
            file.seek(offset);
            file.readFully(bytes);
            return bytes;
        }
    }

    /** Deletes a copy. A missing one is not an error. */
    void discard(String id) {
        if (!isId(id)) return;
        at(id, WHOLE).delete();
        at(id, PART).delete();
        at(id, NAME).delete();
    }

    private void write(File part, InputStream stream, Runnable onChunk) throws IOException, IncomingProblem {
        byte[] chunk = new byte[CHUNK];
        long written = 0;
        try (FileOutputStream out = new FileOutputStream(part)) {
            for (int read = stream.read(chunk); read >= 0; read = stream.read(chunk)) {
                written += read;
                onChunk.run();
                // Checked while writing, because the sender's size cannot be trusted.
                if (written > MAX_SIZE) throw new IncomingProblem(IncomingProblem.TOO_LARGE);
                if (!hasRoom()) throw new IncomingProblem(IncomingProblem.NO_ROOM);
                out.write(chunk, 0, read);
            }
            out.getFD().sync();
        }
    }

    private String label(String id) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(at(id, NAME), "r")) {
            byte[] bytes = new byte[(int) Math.min(file.length(), CHUNK)];
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private boolean hasRoom() {
        return folder.getUsableSpace() > RESERVE;
    }

    private File at(String id, String role) {
        return new File(folder, id + role);
    }

    private File named(String whole) {
        return new File(folder, whole.substring(0, whole.length() - WHOLE.length()) + NAME);
    }

    private File[] entries() {
        File[] found = folder.listFiles();
        return found == null ? new File[0] : found;
    }

    private static boolean isId(String id) {
        return id != null && ID.matcher(id).matches();
    }

    private static String newId() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        StringBuilder id = new StringBuilder();
        for (byte one : bytes) id.append(String.format("%02x", one));
        return id.toString();
    }
}
