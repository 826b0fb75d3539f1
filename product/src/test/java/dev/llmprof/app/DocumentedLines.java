package dev.llmprof.app;

import dev.llmprof.testing.DocumentedCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Types every command of a document, in a process of its own: `DOCUMENT`. A run is only planned.
/// Ends with the number of commands that did not answer as they should.
final class DocumentedLines {
    private static final Set<String> JUDGES = Set.of("gate", "compare");
    private static final Set<Integer> ANSWERS = Set.of(0, 4, 5, 6);

    private DocumentedLines() {}

    public static void main(String[] arguments) throws IOException {
        int wrong = 0;
        Path here = Path.of("").toAbsolutePath();
        for (List<String> command : DocumentedCommands.of(Path.of(arguments[0]), here)) {
            int code = Main.run(typed(command), System.out, System.out);
            boolean right =
                    JUDGES.contains(command.getFirst()) ? ANSWERS.contains(code) : code == 0;
            System.out.println((right ? "right " : "WRONG ") + code + " " + command);
            wrong += right ? 0 : 1;
        }
        System.exit(wrong);
    }

    private static List<String> typed(List<String> command) {
        boolean planned = command.getFirst().equals("run") && !command.contains("--dry-run");
        List<String> words = new ArrayList<>(command);
        if (planned) {
            words.add(1, "--dry-run");
        }
        return words;
    }
}
