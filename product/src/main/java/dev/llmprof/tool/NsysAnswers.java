package dev.llmprof.tool;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What nsys says about itself and about what it wrote.
public final class NsysAnswers {
    private static final Pattern VERSION = Pattern.compile("version (\\d+(?:\\.\\d+)+)");
    private static final String IMPORTER = "QdstrmImporter";
    private static final List<String> KERNEL_SUMMARIES = List.of("cuda_gpu_kern_sum", "gpukernsum");

    private NsysAnswers() {}

    public static Optional<String> version(String answer) {
        Matcher matcher = VERSION.matcher(answer);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    public static boolean knowsCudaGraphTrace(String profileHelp) {
        return profileHelp.contains("--cuda-graph-trace");
    }

    /// The kernel summary was renamed in 2023; the list of reports says which name this nsys has.
    public static Optional<String> kernelSummary(String statsHelp) {
        return KERNEL_SUMMARIES.stream()
                .filter(name ->
                        Pattern.compile("^\\s*" + name + "\\b", Pattern.MULTILINE)
                                .matcher(statsHelp)
                                .find())
                .findFirst();
    }

    /// Why nsys did not even start the program: a flag it does not take, a program that is not
    /// there.
    public static Optional<String> refusal(String log) {
        Optional<String> missing =
                log.lines()
                        .map(String::strip)
                        .filter(line ->
                                line.startsWith("No such file or directory: ")
                                        || line.startsWith("Failed to find session"))
                        .findFirst();
        return missing.or(() ->
                log.contains("usage: nsys profile")
                        ? log.lines().map(String::strip).filter(l -> !l.isEmpty()).findFirst()
                        : Optional.empty());
    }

    /// nsys 2022 sometimes looks for the semaphore that its own parts share before it is there, and
    /// gives up before it records; started again it works.
    public static boolean lostItsSemaphore(String log) {
        return log.contains("[boost::errinfo_api_function_*] = sem_open");
    }

    /// Where the importer may be, given the places a link to nsys leads through: beside nsys, or in
    /// the host part of a folder above it. Debian splits the package, and the last link ends in a
    /// directory without it.
    public static Stream<Path> importerPlaces(List<Path> placesOfNsys) {
        return placesOfNsys.stream()
                .map(place -> place.toAbsolutePath().normalize())
                .flatMap(place ->
                        Stream.concat(
                                Stream.of(place.resolveSibling(IMPORTER)),
                                above(place).flatMap(NsysAnswers::hostParts)))
                .distinct();
    }

    private static Stream<Path> above(Path file) {
        return Stream.iterate(
                        Optional.ofNullable(file.getParent()),
                        Optional::isPresent,
                        path -> path.map(Path::getParent))
                .flatMap(Optional::stream);
    }

    private static Stream<Path> hostParts(Path directory) {
        return Stream.of("host-linux-x64", "host-linux-armv8")
                .map(part -> directory.resolve(part).resolve(IMPORTER));
    }
}
