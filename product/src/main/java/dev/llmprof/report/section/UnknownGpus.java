package dev.llmprof.report.section;

import dev.llmprof.analysis.Findings;
import dev.llmprof.report.block.Block;
import java.util.List;
import java.util.Locale;

/// Says of a GPU without data that it has none, and how to give it some.
public final class UnknownGpus {
    private UnknownGpus() {}

    /// Nothing where all are known, or another's peaks were asked for.
    public static List<Block> of(Findings findings) {
        if (findings.prediction().isPresent()) {
            return List.of();
        }
        return findings.main().stream()
                .filter(capture -> capture.host().rates().gpu().isEmpty())
                .flatMap(capture -> capture.unknownDevices().stream())
                .<Block>map(UnknownGpus::note)
                .toList();
    }

    private static Block note(String device) {
        String file =
                device.toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9]+", "-")
                        .replaceAll("^-|-$", "");
        return new Block.Note(
                Block.Tone.WARNING,
                device
                        + " is not in llmprof's data: no bound, MFU or MBU. Add conf/gpu/"
                        + file
                        + ".yaml with driver_names: ['"
                        + device
                        + "'], then gpu="
                        + file
                        + "; or --gpu NAME of one like it");
    }
}
