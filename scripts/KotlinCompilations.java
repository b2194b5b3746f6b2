import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;

/** Runs the Kotlin compiler once for each line of arguments, separated by tabs, and prints the code of each run. */
class KotlinCompilations {
    public static void main(String[] none) {
        // What one run has read of the class path is kept for the next one.
        System.setProperty("kotlin.environment.keepalive", "true");
        Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8);
        while (lines.hasNextLine()) {
            System.out.println(new K2JVMCompiler().exec(System.err, lines.nextLine().split("\t")).getCode());
        }
        System.exit(0);
    }
}
