package dev.llmprof.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.analysis.advice.Advice;
import dev.llmprof.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/// Which rule fires on which public capture and which does not, with the reason beside it. A trace
/// of a server and that of its graphs being captured share the beginning of their names.
class AdviceOfCapturesTest {
    @TempDir Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(resources = "/advice-of-captures.csv", delimiter = ';', emptyValue = "")
    void everyRuleFiresWhereItsNumberIsAndNowhereElse(String capture, String kinds, String why)
            throws IOException {
        for (Path data : SharedData.ifHere("kineto").stream().toList()) {
            Path named = data.resolve(capture);
            for (Path file : beginningWith(named)) {
                Files.copy(file, folder.resolve(file.getFileName().toString()));
            }
            assertEquals(
                    kinds == null ? "" : kinds,
                    GraphStudyTest.study(folder).advice().stream()
                            .map(Advice::kind)
                            .collect(Collectors.joining(" ")),
                    why);
        }
    }

    private static List<Path> beginningWith(Path named) throws IOException {
        String name = named.getFileName().toString();
        try (Stream<Path> files = Files.list(named.getParent())) {
            return files.filter(file -> file.getFileName().toString().startsWith(name)).toList();
        }
    }
}
