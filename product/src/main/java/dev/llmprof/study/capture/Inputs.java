package dev.llmprof.study.capture;

import dev.llmprof.problem.Problem;
import dev.llmprof.trace.FileHead;
import dev.llmprof.trace.FileKinds;
import dev.llmprof.trace.ForeignFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Finds the captures among the files and folders that were named. What a user names must be a
/// capture; what lies in a folder beside captures is passed over.
public final class Inputs {
    private static final int DEEPEST_FOLDER = 4;
    private static final Pattern REPORT =
            Pattern.compile(".*\\.(nsys-rep|qdrep|qdstrm|sqlite|ncu-rep|csv)");

    private final List<CaptureFormat> formats;
    private final List<Input> inputs = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();

    private Inputs(List<CaptureFormat> formats) {
        this.formats = formats;
    }

    public static List<Input> of(List<Path> named, List<CaptureFormat> formats) throws IOException {
        return new Inputs(formats).of(named);
    }

    private List<Input> of(List<Path> named) throws IOException {
        for (Path path : named) {
            Optional<CaptureFormat> whole = whole(path);
            if (isPipe(path) && REPORT.matcher(path.toString()).matches()) {
                problems.add(
                        new Problem(
                                "this is a pipe, and a report is read from its end",
                                path.toString(),
                                "give the report itself: cat " + path + " >FILE"));
            } else if (whole.isPresent()) {
                inputs.add(new Input(path, whole.get(), 0));
            } else if (Files.isDirectory(path)) {
                folder(path);
            } else {
                file(path);
            }
        }
        if (!problems.isEmpty()) {
            throw new Problem.Found(problems);
        }
        Set<Path> seen = new HashSet<>();
        return inputs.stream().filter(input -> seen.add(input.path())).toList();
    }

    /// Of what is read as it is named: standard input, a pipe, and a folder that is one capture.
    private Optional<CaptureFormat> whole(Path path) throws IOException {
        boolean standard = path.equals(Input.STANDARD_INPUT) || isPipe(path);
        for (CaptureFormat format : formats) {
            if (standard ? format.readsStandardInput() : format.isFolder(path)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    /// What was looked at in a pipe is gone.
    private static boolean isPipe(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
    }

    private Optional<CaptureFormat> format(Path file) throws IOException {
        FileHead head = FileHead.of(file);
        return formats.stream().filter(format -> format.sniffs(head)).findFirst();
    }

    private void file(Path path) throws IOException {
        if (!Files.exists(path)) {
            problems.add(new Problem("no such file", path.toString(), fix(path)));
            return;
        }
        if (!Files.isReadable(path)) {
            problems.add(new Problem("not readable", path.toString(), "chmod +r " + path));
            return;
        }
        Optional<CaptureFormat> format = format(path);
        if (format.isEmpty()) {
            problems.add(unknown(path));
            return;
        }
        inputs.add(new Input(path, format.get(), Files.size(path)));
    }

    private Problem unknown(Path path) throws IOException {
        Optional<ForeignFile> foreign = FileKinds.foreign(path);
        if (foreign.isPresent()) {
            String what = "this is " + foreign.get().what();
            return new Problem(what, path.toString(), foreign.get().fix());
        }
        String fix = "give " + words(formats);
        return switch (FileKinds.reason(path)) {
            case EMPTY -> new Problem("the file is empty", path.toString(), fix);
            case DAMAGED ->
                    new Problem(
                            "packed, and it cannot be unpacked: the file is damaged",
                            path.toString(),
                            "copy the file again");
            case PACKED_OTHER ->
                    new Problem("packed, and its content is not a trace", path.toString(), fix);
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

    /// All that can be given, as the end of a sentence.
    public static String words(List<CaptureFormat> formats) {
        List<String> words = formats.stream().map(CaptureFormat::words).distinct().toList();
        return words.size() < 2
                ? String.join("", words)
                : String.join(", ", words.subList(0, words.size() - 1)) + ", or " + words.getLast();
    }

    private void folder(Path folder) throws IOException {
        int before = inputs.size();
        for (Path path : CaptureWalk.of(folder, DEEPEST_FOLDER, each -> whole(each).isPresent())) {
            Optional<CaptureFormat> format = Files.isDirectory(path) ? whole(path) : format(path);
            if (format.isPresent()) {
                long bytes = Files.isDirectory(path) ? 0 : Files.size(path);
                inputs.add(new Input(path, format.get(), bytes));
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

    /// Java takes no word whose bytes are not UTF-8, but finds the file in its folder.
    private static String fix(Path path) {
        return path.toString().indexOf('\uFFFD') < 0
                ? "check the path"
                : "its name is not UTF-8: give the folder that it is in, or rename it";
    }
}
