package dev.llmprof.host;

import dev.llmprof.process.Executables;
import dev.llmprof.tool.Nsys;
import dev.llmprof.tool.NsysAnswers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the program that makes a report of nsys's raw stream, beside any of the places a link to
/// nsys leads through.
public final class NsysImporter {
    private static final int MOST_LINKS = 20;

    private NsysImporter() {}

    public static Optional<Path> find(Map<String, String> environment) {
        return Executables.find(Nsys.PROGRAM, environment).stream()
                .map(NsysImporter::links)
                .flatMap(NsysAnswers::importerPlaces)
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static List<Path> links(Path program) {
        var places = new ArrayList<>(List.of(program.toAbsolutePath()));
        try {
            while (Files.isSymbolicLink(places.getLast()) && places.size() < MOST_LINKS) {
                Path link = places.getLast();
                places.add(link.resolveSibling(Files.readSymbolicLink(link)).normalize());
            }
            places.add(program.toRealPath());
        } catch (IOException e) {
            throw new UncheckedIOException("following " + program, e);
        }
        return places;
    }
}
