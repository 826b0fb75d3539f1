package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.testing.ClassGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// `rooms.txt` is the architecture: each room lists the rooms it may know, each sub-room its
/// neighbours.
class RoomsTest {
    private static final Path MAP = Path.of("src/test/resources/dev/llmprof/rooms.txt");
    private static final String ROOT = "dev.llmprof.";
    private static final int MOST_CLASSES = 40;

    /// A module knows itself and those before it.
    private static final List<String> MODULES = List.of("base", "config", "product");

    private static final Map<String, Set<String>> MAY_KNOW = new LinkedHashMap<>();
    private static ClassGraph graph = new ClassGraph(Map.of());

    @BeforeAll
    static void read() throws IOException {
        graph = ClassGraph.of(MODULES.stream().map(RoomsTest::classes).toList());
        String room = "";
        for (String line : Files.readAllLines(MAP)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] sides = line.split(":", -1);
            String name = sides[0].strip();
            boolean inside = line.startsWith(" ");
            room = inside ? room : name;
            MAY_KNOW.put(inside ? room + "." + name : name, Set.of(words(sides[1])));
        }
    }

    @Test
    void everyRoomKnowsOnlyWhatItMay() {
        Set<String> strays = new TreeSet<>();
        graph.knows()
                .forEach((type, others) ->
                        others.stream()
                                .filter(other -> !mayKnow(inside(type), inside(other)))
                                .forEach(other -> strays.add(type + " knows " + other)));
        assertEquals(Set.of(), strays);
    }

    @Test
    void everyRoomIsOnTheMap() {
        Set<String> rooms = new TreeSet<>();
        graph.packages().keySet().forEach(name -> rooms.add(name.substring(ROOT.length())));
        Set<String> mapped = new TreeSet<>(MAY_KNOW.keySet());
        assertEquals(mapped, rooms);
    }

    @Test
    void aModuleKnowsOnlyThoseBeforeIt() throws IOException {
        Map<String, Integer> places = new HashMap<>();
        for (int place = 0; place < MODULES.size(); place++) {
            for (String type :
                    ClassGraph.of(List.of(classes(MODULES.get(place)))).knows().keySet()) {
                places.put(type, place);
            }
        }
        Set<String> strays = new TreeSet<>();
        graph.knows()
                .forEach((type, others) ->
                        others.stream()
                                .filter(other ->
                                        places.getOrDefault(other, 0)
                                                > places.getOrDefault(type, 0))
                                .forEach(other -> strays.add(type + " knows " + other)));
        assertEquals(Set.of(), strays);
    }

    @Test
    void packagesKnowEachOtherInNoCircle() {
        assertEquals(Map.of(), graph.circles());
    }

    @Test
    void noPackageHasMoreThanFortyClasses() {
        Map<String, Integer> sizes = new TreeMap<>();
        graph.knows()
                .keySet()
                .forEach(type -> sizes.merge(ClassGraph.packageOf(type), 1, Integer::sum));
        sizes.values().removeIf(size -> size <= MOST_CLASSES);
        assertEquals(Map.of(), sizes);
    }

    @Test
    void everyPackageSaysWhatItDoes() throws IOException {
        Set<String> silent = new TreeSet<>(graph.packages().keySet());
        for (String module : MODULES) {
            for (Path file : ClassGraph.classFiles(classes(module))) {
                if (file.endsWith("package-info.class")) {
                    Path folder = classes(module).relativize(file.getParent());
                    silent.remove(folder.toString().replace('/', '.'));
                }
            }
        }
        assertEquals(Set.of(), silent);
    }

    private static Path classes(String module) {
        return Path.of("..", module, "target/classes").normalize();
    }

    private static String inside(String type) {
        return ClassGraph.packageOf(type).substring(ROOT.length());
    }

    private static boolean mayKnow(String one, String other) {
        if (one.equals(other)) {
            return true;
        }
        String room = room(one);
        if (!room.equals(room(other))) {
            return room(other).equals("problem") || known(room).contains(room(other));
        }
        String neighbour = other.equals(room) ? "-" : other.substring(room.length() + 1);
        return one.equals(room) || known(one).contains(neighbour);
    }

    private static Set<String> known(String room) {
        return MAY_KNOW.getOrDefault(room, Set.of());
    }

    private static String room(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    private static String[] words(String text) {
        return Stream.of(text.strip().split("\\s+"))
                .filter(w -> !w.isEmpty())
                .toArray(String[]::new);
    }
}
