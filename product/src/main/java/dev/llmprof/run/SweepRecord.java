package dev.llmprof.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.pipeline.AtomicFile;
import dev.llmprof.pipeline.Manifest.Beginning;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import dev.llmprof.study.sweep.SweepFolder;
import dev.llmprof.tool.ShellQuote;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// `sweep.json` in a sweep's directory: what was typed and where, so that a sweep that was cut off
/// can go on, and which jobs that makes.
record SweepRecord(List<String> command, String workingDirectory, List<SweepRecord.Planned> jobs) {
    private static final String NAME = SweepFolder.RECORD;
    private static final String FIX = "start a new sweep";

    SweepRecord {
        command = List.copyOf(command);
        jobs = List.copyOf(jobs);
    }

    /// A job of the sweep, so that one that never started is missed.
    record Planned(String directory, List<String> overrides) {
        Planned {
            overrides = List.copyOf(overrides);
        }
    }

    /// Whether the directory is a sweep's.
    static boolean isIn(Path directory) {
        return Files.isRegularFile(directory.resolve(NAME));
    }

    static SweepRecord read(Path directory) {
        JsonNode root = GivenFile.json(directory.resolve(NAME), FIX);
        List<String> words = new ArrayList<>();
        root.path("command").forEach(word -> words.add(word.asText()));
        List<Planned> jobs = new ArrayList<>();
        for (JsonNode job : root.path("jobs")) {
            List<String> overrides = new ArrayList<>();
            job.path("overrides").forEach(word -> overrides.add(word.asText()));
            jobs.add(new Planned(job.path("directory").asText(), overrides));
        }
        return new SweepRecord(words, root.path("working_directory").asText(), jobs);
    }

    /// Secrets that were swept over are not written down, and who goes on may type others: a sweep
    /// of other jobs is another sweep. What all jobs have in common may change.
    void checkSame(List<Planned> now, Path directory) {
        if (now.size() != jobs.size()) {
            throw other("it had " + jobs.size() + " jobs, and now " + now.size(), directory);
        }
        for (int at = 0; at < jobs.size(); at++) {
            Planned then = jobs.get(at);
            var lost = new ArrayList<>(then.overrides());
            lost.removeAll(now.get(at).overrides());
            lost.removeIf(this::isCommon);
            if (!lost.isEmpty()) {
                throw other("job " + at + " had " + String.join(" ", lost), directory);
            }
            if (!then.directory().equals(now.get(at).directory())) {
                throw other("job " + at + " was in " + then.directory(), directory);
            }
        }
    }

    private boolean isCommon(String word) {
        return jobs.stream().allMatch(job -> job.overrides().contains(word));
    }

    private static Problem.Found other(String why, Path directory) {
        return new Problem(
                        "these are not the jobs of the sweep that began: " + why,
                        directory.resolve(NAME).toString(),
                        "type what was swept over as it was: llmprof run --resume "
                                + ShellQuote.word(directory.toString())
                                + " KEY=A,B   or "
                                + FIX)
                .found();
    }

    void write(Path directory) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", 1);
        command.forEach(root.putArray("command")::add);
        root.put("working_directory", workingDirectory);
        ArrayNode planned = root.putArray("jobs");
        for (Planned job : jobs) {
            ObjectNode each = planned.addObject();
            each.put("directory", job.directory());
            job.overrides().forEach(each.putArray("overrides")::add);
        }
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("making " + directory, e);
        }
        AtomicFile.write(directory.resolve(NAME), root.toPrettyString() + "\n");
    }

    Optional<Beginning> beginning() {
        return Optional.of(workingDirectory)
                .filter(each -> !each.isEmpty())
                .map(each -> new Beginning(each, new TreeMap<>()));
    }
}
