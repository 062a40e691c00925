package cn.sealflow.shell;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** The same table as in packages/domain/src/file-names.test.ts. */
public class SafeNameTest {

    private static final String[][] TABLE = {
        { "合同.pdf", "合同.pdf" },
        { "../../etc/passwd", "passwd" },
        { "..\\..\\boot.ini", "boot.ini" },
        { "a/", "file" },
        { "", "file" },
        { "...", "file" },
        { ".htaccess", "htaccess" },
        { "report\u202Efdp.exe", "reportfdp.exe" },
        { "a\u0000b\nc.txt", "abc.txt" },
        { "a\u200Bb\uFEFF.txt", "ab.txt" },
        { "  two\u3000 words .txt. ", "two words .txt" },
        { "a:b?c*d|e<f>g\"h.txt", "a_b_c_d_e_f_g_h.txt" },
        { "CON", "_CON" },
        { "nul.txt", "_nul.txt" },
        { "com1 .log", "_com1 .log" },
        { "console.txt", "console.txt" },
        { "e\u0301.txt", "\u00E9.txt" },
        { "e\u200B\u0301.txt", "\u00E9.txt" },
        { "a<\u200B\u0338b.txt", "a\u226Eb.txt" },
        { "/\u0301x.pdf", "\u0301x.pdf" },
        { "半／全.pdf", "半／全.pdf" },
        { "x".repeat(300) + ".docx", "x".repeat(115) + ".docx" },
        { "长".repeat(300) + ".pdf", "长".repeat(78) + ".pdf" },
        { "😀".repeat(100) + ".txt", "😀".repeat(58) + ".txt" },
        { "y".repeat(300_000) + ".docx", "y".repeat(115) + ".docx" },
        { "a." + "b".repeat(200), "a." + "b".repeat(118) },
    };

    @Test
    public void makesNamesSafe() {
        for (String[] row : TABLE) assertEquals(row[1], SafeName.of(row[0]));
        assertEquals("file", SafeName.of(null));
    }

    @Test
    public void givesAnEndingToWhatHasNone() {
        assertEquals("合同.pdf", SafeName.withEnding("合同", "PDF"));
        assertEquals("合同.pdf", SafeName.withEnding("合同.pdf", "txt"));
        assertEquals("合同", SafeName.withEnding("合同", null));
    }
}
