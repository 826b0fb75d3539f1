package dev.llmprof.run.slurm;

import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.tool.ShellQuote;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The files of an analysis on Slurm, in `.slurm` of its output: two scripts, the parts, what the
/// jobs printed. A part is whole or not there, and `exit` is the last word of the merging job.
record ClusterAnalysis(Path output, String id, List<Path> captures, int shares) {
    ClusterAnalysis {
        captures = List.copyOf(captures);
    }

    private static final String SHARE = "$SLURM_ARRAY_TASK_ID";

    Path home() {
        return output.resolve(".slurm").resolve(id);
    }

    Path logs() {
        return home().resolve("logs");
    }

    private Path parts() {
        return home().resolve("parts");
    }

    Path reduceScript() {
        return home().resolve("reduce.sh");
    }

    Path mergeScript() {
        return home().resolve("merge.sh");
    }

    /// What the merging job has for the terminal.
    Path shown() {
        return home().resolve("shown.txt");
    }

    String reduceName() {
        return "llmprof-" + id + "-reduce";
    }

    String mergeName() {
        return "llmprof-" + id + "-merge";
    }

    /// Where the array's tasks and the merging job, which is an array of one, print.
    Path log(String job, int index) {
        return logs().resolve(job + "_" + index + ".out");
    }

    void write(String program) {
        ClusterFiles.folder(logs());
        ClusterFiles.folder(parts());
        AtomicFile.write(reduceScript(), reduceText(program));
        AtomicFile.write(mergeScript(), mergeText(program));
    }

    /// A share without a rank is a mistake where it is reduced alone; here its part is enough.
    String reduceText(String program) {
        String words =
                captures.stream()
                        .map(path -> ShellQuote.word(path.toString()))
                        .collect(Collectors.joining(" "));
        return """
        #!/bin/bash
        # One share of the captures of many ranks.
        part=%s/%s
        %s analyze %s --reduce "%s/%d" -o "$part"
        code=$?
        [ -d "$part" ] && exit 0
        exit $((code > 0 ? code : 1))
        """
                .formatted(
                        ShellQuote.word(parts().toString()),
                        SHARE,
                        ShellQuote.word(program),
                        words,
                        SHARE,
                        shares);
    }

    String mergeText(String program) {
        return """
        #!/bin/bash
        # All shares together, when each is there.
        home=%s
        %s analyze --merge "$home/parts" -o %s >"$home/shown.txt"
        code=$?
        # By rename: whoever looks sees no word or a whole one.
        echo "$code" >"$home/.exit" && mv -f "$home/.exit" "$home/exit"
        [ "$code" != 0 ] || rm -rf "$home/parts"
        exit "$code"
        """
                .formatted(
                        ShellQuote.word(home().toString()),
                        ShellQuote.word(program),
                        ShellQuote.word(output.toString()));
    }

    /// Shares, counted from 1, whose parts are not there yet.
    List<Integer> missing() {
        return IntStream.rangeClosed(1, shares)
                .filter(share -> !Files.isDirectory(parts().resolve(String.valueOf(share))))
                .boxed()
                .toList();
    }

    /// Of the merging job, when it has ended.
    Optional<Integer> exit() {
        Path file = home().resolve("exit");
        try {
            return Files.isRegularFile(file)
                    ? Optional.of(Integer.valueOf(Files.readString(file).strip()))
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }
}
