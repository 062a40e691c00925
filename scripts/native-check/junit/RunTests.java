import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Runs the tests of the given classes and prints the failed ones. */
public final class RunTests {

    private RunTests() {}

    public static void main(String[] names) throws ReflectiveOperationException {
        int passed = 0;
        int failed = 0;
        for (String name : names) {
            Class<?> tests = Class.forName(name);
            for (Method test : tests.getMethods()) {
                if (!test.isAnnotationPresent(org.junit.Test.class)) continue;
                try {
                    test.invoke(tests.getDeclaredConstructor().newInstance());
                    passed += 1;
                } catch (InvocationTargetException failure) {
                    System.out.println(name + "." + test.getName() + ": " + failure.getCause());
                    failed += 1;
                }
            }
        }
        if (passed == 0) System.out.println("there are no tests");
        if (passed == 0 || failed > 0) System.exit(1);
    }
}
