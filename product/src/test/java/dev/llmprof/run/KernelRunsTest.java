package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.cli.CommandWords;
import dev.llmprof.cli.Front;
import dev.llmprof.cli.KernelsCommand;
import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.console.Version;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `llmprof kernels` where there is a GPU: an ncu that profiles every kernel but the one called
/// `absent`, and whose exports echo what they were asked for.
class KernelRunsTest {
    private static final String NCU =
            """
            #!/bin/sh
            case "$1" in
            --version) echo 'NVIDIA (R) Nsight Compute Command Line Profiler'; echo 'Version 2025.1.1.0 (build 35528883) (public-release)'; exit ;;
            --help|--list-*|--query-*) exit ;;
            --csv|--import) echo "$*"; exit ;;
            esac
            prev=
            for word; do
                case $prev in -o) out=$word ;; --log-file) log=$word ;; --kernel-name) name=$word ;; esac
                prev=$word
            done
            if [ "$name" = 'regex:^absent$' ]; then echo '==WARNING== No kernels were profiled.' >"$log"; exit; fi
            echo report >"$out.ncu-rep"
            """;

    private static final String LIST =
            """
            kernels:
            - {name: hello, regex: ^hello$, description: "Kernel #1 - 60.0% of GPU time, 24 calls"}
            - {name: world, regex: ^world$}
            - {name: absent, regex: ^absent$}
            """;

    @TempDir private Path directory;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void aToolAndAList() throws IOException {
        Path ncu = Files.createDirectories(directory.resolve("bin")).resolve("ncu");
        Files.writeString(ncu, NCU);
        assertTrue(ncu.toFile().setExecutable(true));
        Files.writeString(directory.resolve("top.yaml"), LIST);
    }

    @Test
    void profilesEachKernelOfTheListIntoADirectoryOfItsOwn() throws IOException {
        int code =
                run(
                        "--kernel-config",
                        list(),
                        "--topk",
                        "2",
                        "--output-dir",
                        output(),
                        "--",
                        "true");

        assertEquals(ExitCode.OK, code, err::toString);
        Path hello = directory.resolve("out/kernel_0001_5d41402abc4b2a76b9719d911017c592");
        for (String file :
                List.of(
                        "ncu.ncu-rep",
                        "ncu.details.csv",
                        "ncu.section_SpeedOfLight.csv",
                        "ncu.section_MemoryWorkloadAnalysis.csv",
                        "ncu.section_Occupancy.csv",
                        "ncu.section_SchedulerStats.csv")) {
            assertTrue(Files.size(hello.resolve(file)) > 0, file);
        }
        String command = Files.readString(hello.resolve("cmd.txt"));
        assertTrue(command.contains("--launch-skip 23 --launch-count 1"), command);
        assertFalse(command.contains("--metrics"), command);
        assertTrue(
                Files.exists(
                        directory.resolve("out/kernel_0002_7d793037a0760186574b0282f2f435e7")));
        assertEquals(output(), text(out).strip());
        assertTrue(text(err).contains("23 launches were skipped, not 200"), text(err));
        assertTrue(text(err).contains("2 of 2 kernels profiled"), text(err));
    }

    @Test
    void writesDownHowItWasCalledAndTheToolsVersionNumber() throws IOException {
        run("--kernel-regex", "gemm.*", "--output-dir", output(), "--", "./bench", "-n", "3");

        assertEquals(
                """
                timestamp: '2026-11-15T14:22:33Z'
                script: llmprof kernels
                version: %s
                output_dir: %s
                kernel_source: single_regex
                launch_skip: 200
                launch_count: 1
                sections:
                - SpeedOfLight
                - MemoryWorkloadAnalysis
                - Occupancy
                - SchedulerStats
                launch_command:
                - ./bench
                - -n
                - '3'
                kernel_regex: gemm.*
                ncu_version: 2025.1.1.0
                """
                        .formatted(Version.current().number(), output()),
                Files.readString(directory.resolve("out/command.yaml")));
    }

    @Test
    void aChartIsExportedWithAllItsDetails() throws IOException {
        run(
                "--kernel-regex",
                "gemm",
                "--extra-sections",
                "SpeedOfLight_RooflineChart",
                "--output-dir",
                output(),
                "--",
                "true");

        try (var kernels = Files.newDirectoryStream(directory.resolve("out"), "kernel_*")) {
            Path chart =
                    kernels.iterator().next().resolve("ncu.section_SpeedOfLight_RooflineChart.csv");
            assertTrue(Files.readString(chart).contains("--print-details all"));
        }
    }

    @Test
    void anOlderNcuGetsItsOwnFlagAndOnlyTheSectionsItHas() throws IOException {
        String older =
                NCU.replace(
                        "--list-*|",
                        """
                        --help) echo '  --details-all  Include all section metrics'; exit ;;
                        --list-sections) echo 'SpeedOfLight  words yes file'; echo 'SpeedOfLight_RooflineChart  words no file'; exit ;;
                        --list-*|\
                        """);
        Files.writeString(directory.resolve("bin/ncu"), older);

        int code =
                run(
                        "--kernel-regex",
                        "gemm",
                        "--extra-sections",
                        "SpeedOfLight_RooflineChart",
                        "--dry-run",
                        "--output-dir",
                        output(),
                        "--",
                        "true");

        assertEquals(ExitCode.OK, code, err::toString);
        List<String> lines = text(out).lines().toList();
        assertEquals(4, lines.size(), text(out));
        assertTrue(
                lines.getFirst()
                        .contains("--section SpeedOfLight --section SpeedOfLight_RooflineChart "),
                lines.getFirst());
        assertTrue(
                lines.get(2)
                        .startsWith("ncu --csv --section SpeedOfLight_RooflineChart --details-all"),
                lines.get(2));
        assertTrue(text(err).contains("knows no section 'Occupancy'"), text(err));
        assertFalse(Files.exists(directory.resolve("out")));
    }

    @Test
    void aKernelThatWasNotProfiledDoesNotStopTheOthers() {
        int code = run("--kernel-config", list(), "--output-dir", output(), "--", "true");

        assertEquals(ExitCode.STAGE_FAILED, code);
        assertTrue(text(err).contains("2 of 3 kernels profiled"), text(err));
    }

    @Test
    void reportsAreNotOverwrittenUnlessAskedTo() {
        List<String> words =
                List.of("--kernel-config", list(), "--topk", "1", "--output-dir", output());
        assertEquals(ExitCode.OK, run(with(words, "--", "true")));

        assertEquals(ExitCode.STAGE_FAILED, run(with(words, "--", "true")));
        assertTrue(text(err).contains("a report is already there"), text(err));
        assertEquals(ExitCode.OK, run(with(words, "--force-overwrite", "--", "true")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-- true",
                "--kernel-regex a --kernel-config LIST -- true",
                "--kernel-regex a",
                "--kernel-regex a --",
                "--kernel-regex a --topk 2 -- true",
                "--kernel-config LIST --topk 0 -- true",
                "--kernel-config /no/such/list -- true",
                "--kernel-regex a --num-kernel-call-skip -1 -- true",
                "--kernel-regex a --num-kernel-call-profile 0 -- true",
                "--kernel-regex a --num-kernel-call-skip many -- true",
                "--kernel-regex a --ncu-config x.yaml -- true",
                "--kernel-config BROKEN -- true"
            })
    void aMistakeExitsTwoAndMakesNothing(String words) throws IOException {
        Path broken = Files.writeString(directory.resolve("broken.yaml"), "kernels: []\n");

        int code =
                run(words.replace("LIST", list()).replace("BROKEN", broken.toString()).split(" "));

        assertEquals(ExitCode.WRONG_INPUT, code, err::toString);
        assertFalse(text(err).contains("\tat "), text(err));
        assertFalse(Files.exists(directory.resolve("out")));
    }

    @Test
    void aMissingNcuExitsTwo() throws IOException {
        Files.delete(directory.resolve("bin/ncu"));

        assertEquals(
                ExitCode.WRONG_INPUT,
                run("--kernel-regex", "a", "--output-dir", output(), "--", "true"));
        assertTrue(text(err).contains("ncu is not installed"), text(err));
        assertFalse(Files.exists(directory.resolve("out")));
    }

    private int run(String... words) {
        var console = Console.of(stream(out), stream(err), Map.of(), Console.Volume.NORMAL);
        var environment = new HashMap<>(System.getenv());
        environment.put("PATH", directory.resolve("bin").toString());
        var now = ZonedDateTime.of(2026, 11, 15, 14, 22, 33, 0, ZoneOffset.UTC);
        var all = new ArrayList<>(List.of("kernels"));
        all.addAll(List.of(words));
        return Front.run(
                CommandWords.of(all),
                Map.of(
                        "kernels",
                        () -> new KernelsCommand(new KernelRuns(console, environment, now)::run)),
                console);
    }

    private static String[] with(List<String> words, String... more) {
        var all = new ArrayList<>(words);
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private String list() {
        return directory.resolve("top.yaml").toString();
    }

    private String output() {
        return directory.resolve("out").toString();
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
