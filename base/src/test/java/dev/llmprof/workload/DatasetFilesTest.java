package dev.llmprof.workload;

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

class DatasetFilesTest {
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
                names(new DatasetFiles(root, Optional.empty(), patterns).all()));
    }

    @Test
    void readsAListBesideTheDatasetAndSkipsBlankLines() throws IOException {
        Files.writeString(root.resolve("list.txt"), "images/b.png\n\n  images/c, d.jpg  \n");
        assertEquals(
                List.of("b.png", "c, d.jpg"),
                names(new DatasetFiles(root, Optional.of(Path.of("list.txt")), List.of()).all()));
    }

    @Test
    void namesTheFilesOfAListThatAreNotThere() throws IOException {
        Path list = Files.writeString(root.resolve("list.txt"), "images/b.png\nimages/gone.png\n");
        Problem problem = problem(() -> new DatasetFiles(root, Optional.of(list), List.of()).all());
        assertEquals("1 files of the list are not there", problem.what());
        assertEquals(list + ":\n" + root.resolve("images/gone.png"), problem.at());
    }

    @Test
    void aListThatIsNotUtf8IsNamedWithItsLine() throws IOException {
        Path list = root.resolve("list.txt");
        Files.write(list, new byte[] {'a', '\n', (byte) 0xE9, '\n'});
        Problem problem = problem(() -> new DatasetFiles(root, Optional.of(list), List.of()).all());
        assertEquals("this is not UTF-8", problem.what());
        assertEquals(list + ":2", problem.at());
    }

    @Test
    void aPatternThatIsNoneIsAProblem() {
        Problem problem =
                problem(() -> new DatasetFiles(root, Optional.empty(), List.of("[")).all());
        assertEquals("'[' is not a pattern", problem.what());
        assertEquals("dataset.fallback_patterns", problem.at());
    }

    @Test
    void twoStarsAreAnyFoldersOrNone() throws IOException {
        Files.writeString(root.resolve("top.png"), "");
        assertEquals(
                List.of("a.png", "b.png", "top.png"),
                names(new DatasetFiles(root, Optional.empty(), List.of("**/*.png")).all()));
    }

    @Test
    void saysWhichRootHasNoImages() {
        Problem problem =
                problem(() -> new DatasetFiles(root, Optional.empty(), List.of("*.gif")).all());
        assertEquals("No images found in dataset root: " + root, problem.what());
    }

    @Test
    void saysToUnpackADatasetThatIsStillPacked() throws IOException {
        Files.writeString(root.resolve("images.zip"), "");
        Problem problem =
                problem(() -> new DatasetFiles(root, Optional.empty(), List.of("*.gif")).all());
        assertEquals("unpack images.zip in that folder", problem.fix());
    }

    @Test
    void followsLinksAndIsNotCaughtInACircle(@TempDir Path other) throws IOException {
        Files.createSymbolicLink(root.resolve("linked"), root.resolve("images"));
        Files.createSymbolicLink(root.resolve("images/up"), root);
        Path set = Files.createSymbolicLink(other.resolve("set"), root);
        assertEquals(
                List.of(
                        set.resolve("images/a.png"),
                        set.resolve("images/b.png"),
                        set.resolve("linked/a.png"),
                        set.resolve("linked/b.png")),
                all(set, "*/*.png"));
    }

    @Test
    void takesNoFolderWhoseNameMatches() throws IOException {
        Files.createDirectories(root.resolve("images/album.png"));
        assertEquals(List.of("a.png", "b.png"), names(all(root, "images/*.png")));
    }

    @Test
    void findsNamesWithBlanksBracketsAndLetters() throws IOException {
        Path odd = Files.createDirectories(root.resolve("größe [1] {a,b}"));
        Path file = Files.writeString(odd.resolve("#1 *.png"), "");
        assertEquals(List.of(file), all(root, "größe*/*.png"));
        Files.writeString(root.resolve("list.txt"), "größe [1] {a,b}/#1 *.png\n");
        assertEquals(
                List.of(file),
                new DatasetFiles(root, Optional.of(Path.of("list.txt")), List.of()).all());
    }

    @Test
    void aListMayNameFilesThatAreNotBelowTheRoot(@TempDir Path other) throws IOException {
        Path file = Files.writeString(other.resolve("page.png"), "");
        Path list = Files.writeString(other.resolve("list.txt"), file + "\n");
        assertEquals(List.of(file), new DatasetFiles(root, Optional.of(list), List.of()).all());
    }

    @Test
    void presentFilesAreThoseOfTheListThatAreThere() throws IOException {
        Path list = Files.writeString(root.resolve("list.txt"), "gone.png\nimages/b.png\n");
        assertEquals(
                List.of("b.png"),
                names(new DatasetFiles(root, Optional.of(list), List.of()).present()));
    }

    @Test
    void nothingIsPresentWithoutTheRootOrTheList() {
        Path gone = root.resolve("gone");
        assertEquals(List.of(), new DatasetFiles(gone, Optional.empty(), List.of("**")).present());
        assertEquals(List.of(), new DatasetFiles(root, Optional.of(gone), List.of("**")).present());
    }

    @Test
    void namesAPatternThatIsNone() {
        Problem problem = problem(() -> all(root, "images/{a.png"));
        assertEquals("'images/{a.png' is not a pattern", problem.what());
    }

    @Test
    void aModelOfTextReadsThePromptsBesidePictures() throws IOException {
        Files.writeString(root.resolve("images/a.txt"), "");
        DatasetFiles pictures =
                new DatasetFiles(root, Optional.empty(), List.of("images/*.png", "**.JPG"));
        assertEquals(List.of("a.txt"), names(pictures.prompts().all()));
    }

    @Test
    void aRootThatIsEmptyOrPackedIsNoDataset(@TempDir Path other) throws IOException {
        assertEquals(
                Optional.of("the dataset directory is empty: " + other),
                DatasetFiles.missing(other));
        Files.writeString(other.resolve("images.zip"), "");
        assertEquals(
                Optional.of("the dataset is still packed: " + other + " has only [images.zip]"),
                DatasetFiles.missing(other));
        assertEquals(Optional.empty(), DatasetFiles.missing(root));
    }

    private static List<Path> all(Path root, String pattern) {
        return new DatasetFiles(root, Optional.empty(), List.of(pattern)).all();
    }

    private static Problem problem(Runnable work) {
        return assertThrows(Problem.Found.class, work::run).problems().getFirst();
    }

    private static List<String> names(List<Path> files) {
        return files.stream().map(file -> file.getFileName().toString()).toList();
    }
}
