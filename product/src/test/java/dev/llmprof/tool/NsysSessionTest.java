package dev.llmprof.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.process.Command;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NsysSessionTest {
    private static final Command PROFILE =
            new Command(
                    List.of(
                            "nsys",
                            "profile",
                            "--trace=cuda,nvtx",
                            "--sample=none",
                            "--cpuctxsw=none",
                            "--force-overwrite=true",
                            "-o",
                            "/run/nsys/run",
                            "server",
                            "-o",
                            "x"),
                    Map.of("TMPDIR", "/scratch"),
                    Optional.empty(),
                    true);

    @Test
    void aWindowFromOutsideIsLaunchedStartedAndStopped() {
        NsysSession session = NsysSession.of(PROFILE, "llmprof-1").orElseThrow();
        assertEquals(
                List.of(
                        "nsys",
                        "launch",
                        "--session-new=llmprof-1",
                        "--trace=cuda,nvtx",
                        "server",
                        "-o",
                        "x"),
                session.launch().argv());
        assertEquals(
                List.of(
                        "nsys",
                        "start",
                        "--session=llmprof-1",
                        "--sample=none",
                        "--cpuctxsw=none",
                        "--force-overwrite=true",
                        "-o",
                        "/run/nsys/run"),
                session.start().argv());
        assertEquals(List.of("nsys", "stop", "--session=llmprof-1"), session.stop().argv());
        assertEquals(Map.of("TMPDIR", "/scratch"), session.stop().environment());
    }

    @Test
    void whoWaitsForARangeOfTheProgramNeedsNoSession() {
        var gated =
                new Command(
                        List.of("nsys", "profile", "--capture-range=nvtx", "-o", "run", "server"),
                        Map.of(),
                        Optional.empty(),
                        true);
        assertEquals(Optional.empty(), NsysSession.of(gated, "s"));
        assertEquals(Optional.empty(), NsysSession.of(Command.of("ncu", "-o", "x", "server"), "s"));
    }
}
