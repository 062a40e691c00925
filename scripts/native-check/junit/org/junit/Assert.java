package org.junit;

import java.util.Arrays;
import java.util.Objects;

/** The JUnit assertions that our tests use. JUnit itself is not available. */
public final class Assert {

    private Assert() {}

    public static void assertEquals(Object expected, Object actual) {
        if (!Objects.equals(expected, actual)) throw new AssertionError("expected <" + expected + ">, but was <" + actual + ">");
    }

    public static void assertEquals(long expected, long actual) {
        assertEquals((Object) expected, (Object) actual);
    }

    public static void assertArrayEquals(byte[] expected, byte[] actual) {
        assertEquals(Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertNull(Object actual) {
        assertEquals(null, actual);
    }

    public static void assertTrue(boolean actual) {
        assertEquals(true, actual);
    }
}
