package dev.llmprof.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.llmprof.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetTest {
    @TempDir private Path root;

    @BeforeEach
    void makeFiles() throws IOException {
        Files.createDirectories(root.resolve("images"));
        for (String name : List.of("b.png", "a.png", "c, d.jpg")) {
            Files.writeString(root.resolve("images").resolve(name), "");
        }
    }

    @Test
    void sortsWithinEachPatternAndTakesAFileOnce() {
        List<String> patterns = List.of("images/*.jpg", "images/*.png", "images/a*");
        assertEquals(
                List.of("c, d.jpg", "a.png", "b.png"),
                names(Dataset.files(root, Optional.empty(), patterns)));
    }

    @Test
    void readsAListBesideTheDatasetAndSkipsBlankLines() throws IOException {
        Files.writeString(root.resolve("list.txt"), "images/b.png\n\n  images/c, d.jpg  \n");
        assertEquals(
                List.of("b.png", "c, d.jpg"),
                names(Dataset.files(root, Optional.of(Path.of("list.txt")), List.of())));
    }

    @Test
    void namesTheFilesOfAListThatAreNotThere() throws IOException {
        Path list = Files.writeString(root.resolve("list.txt"), "images/b.png\nimages/gone.png\n");
        Problem problem = problem(() -> Dataset.files(root, Optional.of(list), List.of()));
        assertEquals("1 files of the list are not there", problem.what());
        assertEquals(list + ":\n" + root.resolve("images/gone.png"), problem.at());
    }

    @Test
    void twoStarsAreAnyFoldersOrNone() throws IOException {
        Files.writeString(root.resolve("top.png"), "");
        assertEquals(
                List.of("a.png", "b.png", "top.png"),
                names(Dataset.files(root, Optional.empty(), List.of("**/*.png"))));
    }

    @Test
    void saysWhichRootHasNoImages() {
        Problem problem = problem(() -> Dataset.files(root, Optional.empty(), List.of("*.gif")));
        assertEquals("No images found in dataset root: " + root, problem.what());
    }

    @Test
    void saysToUnpackADatasetThatIsStillPacked() throws IOException {
        Files.writeString(root.resolve("images.zip"), "");
        Problem problem = problem(() -> Dataset.files(root, Optional.empty(), List.of("*.gif")));
        assertEquals("unpack images.zip in that folder", problem.fix());
    }

    private static Problem problem(Runnable work) {
        return assertThrows(Problem.Found.class, work::run).problems().getFirst();
    }

    private static List<String> names(List<Path> files) {
        return files.stream().map(file -> file.getFileName().toString()).toList();
    }
}
