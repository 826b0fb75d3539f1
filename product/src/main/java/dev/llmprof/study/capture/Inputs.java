package dev.llmprof.study.capture;

import dev.llmprof.problem.Problem;
import dev.llmprof.trace.FileKind;
import dev.llmprof.trace.FileKinds;
import dev.llmprof.trace.ncu.NcuDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Finds the captures among the files and folders that were named. What a user names must be a
/// capture; what lies in a folder beside captures is passed over.
public final class Inputs {
    private static final int DEEPEST_FOLDER = 4;

    private Inputs() {}

    public static List<Input> of(List<Path> named) throws IOException {
        List<Input> inputs = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        for (Path path : named) {
            if (path.equals(Input.STANDARD_INPUT)) {
                inputs.add(new Input(path, FileKind.TORCH_TRACE, 0));
            } else if (NcuDirectory.isDirectory(path)) {
                inputs.add(new Input(path, FileKind.NCU_FOLDERS, 0));
            } else if (Files.isDirectory(path)) {
                folder(path, inputs, problems);
            } else {
                file(path, inputs, problems);
            }
        }
        if (!problems.isEmpty()) {
            throw new Problem.Found(problems);
        }
        Set<Path> seen = new HashSet<>();
        return inputs.stream().filter(input -> seen.add(input.path())).toList();
    }

    private static void file(Path path, List<Input> inputs, List<Problem> problems)
            throws IOException {
        if (!Files.exists(path)) {
            problems.add(new Problem("no such file", path.toString(), "check the path"));
            return;
        }
        if (!Files.isReadable(path)) {
            problems.add(new Problem("not readable", path.toString(), "chmod +r " + path));
            return;
        }
        FileKind kind = FileKinds.of(path);
        if (kind == FileKind.UNKNOWN) {
            problems.add(unknown(path));
            return;
        }
        inputs.add(new Input(path, kind, Files.size(path)));
    }

    private static Problem unknown(Path path) throws IOException {
        String fix =
                "give a PyTorch trace (.json, .gz, .zip), an nsys report or SQLite export,"
                        + " an ncu report, or a CSV of nsys or ncu";
        return switch (FileKinds.reason(path)) {
            case EMPTY -> new Problem("the file is empty", path.toString(), fix);
            case DAMAGED ->
                    new Problem(
                            "packed, but it cannot be unpacked or holds no trace",
                            path.toString(),
                            "copy the file again");
            case OTHER_NSYS_TABLE ->
                    new Problem(
                            "a table of nsys, but neither of kernels nor of single events",
                            path.toString(),
                            "give the report's .sqlite, which has all of it, or the CSV of"
                                    + " cuda_gpu_kern_sum or cuda_gpu_trace");
            case NO_CAPTURE ->
                    new Problem("not a capture that llmprof knows", path.toString(), fix);
        };
    }

    private static void folder(Path folder, List<Input> inputs, List<Problem> problems)
            throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(folder, DEEPEST_FOLDER)) {
            files = found.filter(Files::isRegularFile).filter(Files::isReadable).sorted().toList();
        }
        int before = inputs.size();
        for (Path file : files) {
            FileKind kind = FileKinds.of(file);
            if (kind != FileKind.UNKNOWN) {
                inputs.add(new Input(file, kind, Files.size(file)));
            }
        }
        if (inputs.size() == before) {
            problems.add(
                    new Problem(
                            "no captures in this folder",
                            folder.toString(),
                            "name the folder that holds traces or reports"));
        }
    }
}
