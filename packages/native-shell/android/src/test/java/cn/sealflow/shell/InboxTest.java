package cn.sealflow.shell;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.Test;

public class InboxTest {

    private static final byte[] CONTENT = "内容".getBytes(StandardCharsets.UTF_8);

    private static File folder() throws IOException {
        return Files.createTempDirectory("inbox").toFile();
    }

    @Test
    public void showsACopyOnlyOnceItIsWhole() throws Exception {
        File folder = folder();
        Inbox inbox = new Inbox(folder);
        String id = inbox.copy(new ByteArrayInputStream(CONTENT), "合同.pdf");
        assertEquals(0, inbox.items().size());
        inbox.publish(id);
        // As after a kill: nothing is remembered but what lies there.
        Inbox again = new Inbox(folder);
        again.sweep(System.currentTimeMillis());
        Inbox.Item item = again.items().get(0);
        assertEquals("合同.pdf", item.name());
        assertEquals((long) CONTENT.length, item.size());
        assertArrayEquals(CONTENT, again.read(id, 0, 100));
        assertEquals(0, again.read(id, 100, 100).length);
        again.discard(id);
        again.discard(id);
        assertNull(again.read(id, 0, 1));
        assertEquals(0, folder.list().length);
    }

    @Test
    public void sweepsHalvesAndWhatNobodyCameFor() throws Exception {
        File folder = folder();
        Inbox inbox = new Inbox(folder);
        inbox.copy(new ByteArrayInputStream(CONTENT), "half.pdf");
        String old = inbox.copy(new ByteArrayInputStream(CONTENT), "old.pdf");
        inbox.publish(old);
        inbox.sweep(System.currentTimeMillis());
        assertEquals(1, inbox.items().size());
        inbox.sweep(System.currentTimeMillis() + 8L * 24 * 60 * 60 * 1000);
        inbox.sweep(System.currentTimeMillis());
        assertEquals(0, folder.list().length);
    }

    @Test
    public void leavesNothingOfAStreamThatBreaks() throws Exception {
        File folder = folder();
        InputStream broken = new InputStream() {
            private int left = 1000;

            @Override
            public int read() throws IOException {
                left -= 1;
                if (left < 0) throw new IOException();
                return 1;
            }
        };
        try {
            new Inbox(folder).copy(broken, "broken.pdf");
            throw new AssertionError("it was taken");
        } catch (IncomingProblem problem) {
            assertEquals(IncomingProblem.UNREADABLE, problem.code);
        }
        assertEquals(0, folder.list().length);
    }

    @Test
    public void readsNothingBesideItsFolder() throws Exception {
        File folder = folder();
        Files.write(new File(folder.getParentFile(), "secret.file").toPath(), CONTENT);
        assertNull(new Inbox(folder).read("../secret", 0, 10));
        assertNull(new Inbox(folder).read(null, 0, 10));
        new Inbox(folder).discard("../secret");
        assertTrue(new File(folder.getParentFile(), "secret.file").delete());
    }
}
