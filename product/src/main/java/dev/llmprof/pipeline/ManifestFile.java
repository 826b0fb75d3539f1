package dev.llmprof.pipeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.llmprof.pipeline.Manifest.ArtifactEntry;
import dev.llmprof.pipeline.Manifest.Beginning;
import dev.llmprof.pipeline.Manifest.CommandEntry;
import dev.llmprof.pipeline.Manifest.StageEntry;
import dev.llmprof.pipeline.Manifest.Verdict;
import dev.llmprof.problem.GivenFile;
import dev.llmprof.problem.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// `manifest.json`: its shape is in docs/schema/manifest.schema.json.
public final class ManifestFile {
    public static final String NAME = "manifest.json";
    private static final String FIX = "start a new run";
    private static final int SCHEMA = 1;
    private static final Pattern STAGE = Pattern.compile("\\w[\\w.-]*");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ManifestFile() {}

    public static void write(Manifest manifest, Path runDirectory) {
        AtomicFile.write(runDirectory.resolve(NAME), text(manifest));
    }

    /// A run directory's manifest; a problem where there is none or it is not one.
    public static Manifest read(Path runDirectory) {
        Path file = runDirectory.resolve(NAME);
        if (!Files.isRegularFile(file) && RunDirectory.isEmpty(runDirectory)) {
            throw new Problem(
                            "an empty run: it was killed before anything was written",
                            runDirectory.toString(),
                            FIX + "; llmprof runs clean removes it")
                    .found();
        }
        if (!Files.isRegularFile(file)) {
            throw new Problem(
                            "not a run directory: it has no " + NAME,
                            runDirectory.toString(),
                            "llmprof runs list shows the runs there are")
                    .found();
        }
        try {
            return manifest(GivenFile.json(file, FIX));
        } catch (IllegalArgumentException e) {
            throw new Problem(
                            "cannot be read as a manifest: " + e.getMessage(), file.toString(), FIX)
                    .found();
        }
    }

    static String text(Manifest manifest) {
        ObjectNode root = NODES.objectNode();
        root.put("schema", SCHEMA);
        root.put("llmprof", manifest.llmprof());
        root.put("started", manifest.started().toString());
        root.put("ended", manifest.ended().map(Instant::toString).orElse(null));
        root.set("command", strings(manifest.command()));
        root.put("directory", manifest.directory());
        manifest.beginning().ifPresent(beginning -> write(beginning, root));
        root.put("outcome", manifest.outcome().word());
        root.set("stages", array(manifest.stages(), ManifestFile::node));
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(Beginning beginning, ObjectNode root) {
        root.put("working_directory", beginning.workingDirectory());
        ObjectNode files = root.putObject("program_files");
        beginning.programFiles().forEach(files::put);
    }

    private static Optional<Beginning> beginning(JsonNode root) {
        SortedMap<String, String> files = new TreeMap<>();
        root.path("program_files")
                .properties()
                .forEach(file -> files.put(file.getKey(), file.getValue().asText()));
        return optional(root, "working_directory")
                .map(stood -> new Beginning(Path.of(stood).toString(), files));
    }

    private static ObjectNode node(StageEntry stage) {
        ObjectNode node = NODES.objectNode();
        node.put("name", stage.name());
        node.put("outcome", stage.outcome().word());
        stage.reason().ifPresent(reason -> node.put("reason", reason));
        node.set("problems", array(stage.problems(), ManifestFile::node));
        node.put("started", stage.started().map(Instant::toString).orElse(null));
        node.put("ended", stage.ended().map(Instant::toString).orElse(null));
        node.set("commands", array(stage.commands(), ManifestFile::node));
        node.set("artifacts", array(stage.artifacts(), ManifestFile::node));
        return node;
    }

    private static ObjectNode node(Problem problem) {
        ObjectNode node = NODES.objectNode();
        node.put("what", problem.what());
        node.put("at", problem.at());
        node.put("fix", problem.fix());
        return node;
    }

    private static ObjectNode node(CommandEntry command) {
        ObjectNode node = NODES.objectNode();
        node.set("argv", strings(command.argv()));
        node.put("cwd", command.cwd());
        node.put("how", command.how());
        node.put("exit", boxed(command.exit()));
        node.put("signal", boxed(command.signal()));
        node.put("seconds", command.seconds());
        node.put("peak_bytes", command.peakBytes() > 0 ? command.peakBytes() : null);
        node.put("log", command.log());
        return node;
    }

    private static ObjectNode node(ArtifactEntry artifact) {
        ObjectNode node = NODES.objectNode();
        node.put("path", artifact.path());
        node.put("kind", artifact.kind());
        node.put("bytes", artifact.bytes());
        node.put("sha256", artifact.sha256());
        return node;
    }

    private static Manifest manifest(JsonNode root) {
        return new Manifest(
                text(root, "llmprof"),
                instant(text(root, "started")),
                optional(root, "ended").map(ManifestFile::instant),
                list(root, "command", JsonNode::asText),
                text(root, "directory"),
                verdict(root),
                list(root, "stages", ManifestFile::stage),
                beginning(root));
    }

    private static StageEntry stage(JsonNode node) {
        return new StageEntry(
                stageName(text(node, "name")),
                verdict(node),
                optional(node, "reason"),
                list(
                        node,
                        "problems",
                        each ->
                                new Problem(
                                        text(each, "what"), text(each, "at"), text(each, "fix"))),
                optional(node, "started").map(ManifestFile::instant),
                optional(node, "ended").map(ManifestFile::instant),
                list(node, "commands", ManifestFile::command),
                list(
                        node,
                        "artifacts",
                        each ->
                                new ArtifactEntry(
                                        Path.of(text(each, "path")).toString(),
                                        text(each, "kind"),
                                        each.path("bytes").asLong(),
                                        text(each, "sha256"))));
    }

    /// It is also the name of a folder in the run directory, and of nothing else.
    private static String stageName(String name) {
        if (!STAGE.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is not the name of a stage");
        }
        return name;
    }

    private static CommandEntry command(JsonNode node) {
        return new CommandEntry(
                list(node, "argv", JsonNode::asText),
                text(node, "cwd"),
                text(node, "how"),
                number(node, "exit"),
                number(node, "signal"),
                node.path("seconds").asDouble(),
                node.path("peak_bytes").asLong(),
                text(node, "log"));
    }

    private static Verdict verdict(JsonNode node) {
        String word = text(node, "outcome");
        return Arrays.stream(Verdict.values())
                .filter(each -> each.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown outcome '" + word + "'"));
    }

    /// One between which and any other the time can be told.
    private static Instant instant(String text) {
        try {
            Instant instant = Instant.parse(text);
            if (!instant.isBefore(Instant.EPOCH) && !instant.isAfter(LATEST)) {
                return instant;
            }
        } catch (DateTimeParseException e) {
            // told below
        }
        throw new IllegalArgumentException("'" + text + "' is not a time");
    }

    private static String text(JsonNode node, String name) {
        return optional(node, name)
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is missing"));
    }

    private static Optional<String> optional(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isMissingNode() || value.isNull()
                ? Optional.empty()
                : Optional.of(value.asText());
    }

    private static OptionalInt number(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isInt() ? OptionalInt.of(value.asInt()) : OptionalInt.empty();
    }

    private static <T> List<T> list(JsonNode node, String name, Function<JsonNode, T> reader) {
        return StreamSupport.stream(node.path(name).spliterator(), false).map(reader).toList();
    }

    private static ArrayNode strings(List<String> texts) {
        ArrayNode array = NODES.arrayNode();
        texts.forEach(array::add);
        return array;
    }

    private static <T> ArrayNode array(List<T> values, Function<T, ObjectNode> writer) {
        ArrayNode array = NODES.arrayNode();
        values.forEach(value -> array.add(writer.apply(value)));
        return array;
    }

    private static @Nullable Integer boxed(OptionalInt value) {
        return value.isPresent() ? value.getAsInt() : null;
    }
}
