package dev.llmprof.host;

import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.NsysAnswers;
import java.nio.file.Path;
import java.util.Optional;

/// Finds the program that makes a report of nsys's raw stream, beside any of the places a link to
/// nsys leads through.
public final class NsysImporter {
    private NsysImporter() {}

    public static Optional<Path> find(Machine machine) {
        return machine.program(Nsys.PROGRAM).stream()
                .map(machine::links)
                .flatMap(NsysAnswers::importerPlaces)
                .filter(machine::isExecutable)
                .findFirst();
    }
}
