package dev.llmprof.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The commands of a document: the lines that begin with `llmprof` in its blocks marked `sh`, each
/// as the words a shell would make of it.
public final class DocumentedCommands {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\\n(.*?)^```$");
    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

    private DocumentedCommands() {}

    /// Without `llmprof` itself; `$PWD` is `folder`.
    public static List<List<String>> of(Path document, Path folder) throws IOException {
        List<List<String>> commands = new ArrayList<>();
        for (MatchResult block : BLOCK.matcher(Files.readString(document)).results().toList()) {
            String text = block.group(1).replaceAll("\\\\\\n\\s*", "");
            for (String line : text.lines().filter(it -> !it.isBlank()).toList()) {
                String command = line.replaceFirst("\\s+#.*", "").replaceFirst("^\\./", "");
                if (command.startsWith("llmprof ")) {
                    commands.add(words(command.replace("$PWD", folder.toString())));
                }
            }
        }
        return commands;
    }

    private static List<String> words(String command) {
        return WORD.matcher(command)
                .results()
                .skip(1)
                .map(word -> word.group().replaceAll("['\"]", ""))
                .toList();
    }
}
