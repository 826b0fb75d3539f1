package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.Idle;
import dev.llmprof.analysis.drawing.MemoryView;
import dev.llmprof.analysis.drawing.TimelineView;
import dev.llmprof.analysis.drawing.TimelineViews;
import dev.llmprof.analysis.event.Meanwhile;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.phase.PhaseOperator;
import dev.llmprof.analysis.phase.WorkTree;
import dev.llmprof.hardware.Gpu;
import dev.llmprof.hardware.ShippedGpus;
import dev.llmprof.trace.Device;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// All that is said about one capture with a timeline, PyTorch's or Nsight Systems', in memory that
/// does not grow with its events. Pictures are there where findings are to be made of it.
public record Capture(
        CaptureOrigin origin,
        GpuTime gpu,
        HostTime host,
        MarkedTime marked,
        TraceSigns signs,
        Optional<CapturePictures> pictures) {

    /// Without pictures: a fifth less work, for who shows numbers only.
    public static Capture of(NestedTrace nested) {
        Meanwhile<HostTime> host = Meanwhile.of(() -> HostTime.of(nested));
        Meanwhile<MarkedTime> marked = Meanwhile.of(() -> MarkedTime.of(nested));
        return new Capture(
                CaptureOrigin.of(nested.trace()),
                GpuTime.of(nested),
                host.result(),
                marked.result(),
                TraceSigns.of(nested),
                Optional.empty());
    }

    /// The same with what is drawn of it, for findings.
    public Capture withPictures(NestedTrace nested) {
        return new Capture(
                origin, gpu, host, marked, signs, Optional.of(CapturePictures.of(nested)));
    }

    /// Held against this device, whatever the capture names.
    public Capture on(Gpu device) {
        return new Capture(origin, gpu, host.on(device), marked, signs, pictures);
    }

    public TimelineView timeline() {
        return pictures.orElseThrow().timeline();
    }

    public MemoryView memory() {
        return pictures.orElseThrow().memory();
    }

    public WorkTree tree() {
        return pictures.orElseThrow().tree();
    }

    /// The operators of each phase, with their shapes.
    public List<PhaseOperator> operators() {
        return pictures.orElseThrow().operators();
    }

    /// The devices' own names, each once.
    public List<String> devices() {
        return origin.devices().stream()
                .map(Device::name)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    /// Those that our data does not have: nothing can be held against their peaks.
    public List<String> unknownDevices() {
        // Chrome's form has no names of devices, only those of processes.
        return origin.tool().equals("chrome")
                ? List.of()
                : devices().stream().filter(name -> ShippedGpus.matching(name).isEmpty()).toList();
    }

    public long bytes() {
        return origin.reading().bytes();
    }

    public long events() {
        return origin.reading().events();
    }

    public long unreadable() {
        return origin.reading().broken();
    }

    /// What a user should know about how the file was read.
    public List<String> remarks() {
        return origin.reading().remarks();
    }

    /// Does every level divide the same GPU time?
    public Conservation conservation() {
        return Conservation.of(
                gpu.categories(),
                host.operators(),
                gpu.attribution(),
                gpu.modules(),
                marked.phases());
    }

    /// The levels that the capture has names for: without operators none can be missing.
    public List<Conservation.Level> namedLevels() {
        Set<String> without = new HashSet<>();
        if (host.operators().rows().isEmpty()) {
            without.add("operators");
        }
        if (gpu.modules().rows().isEmpty()) {
            without.add("modules");
        }
        if (marked.phases().parts().isEmpty()) {
            without.add("phases");
        }
        return conservation().levels().stream()
                .filter(level -> level.explainedNanos() > 0 || !without.contains(level.name()))
                .toList();
    }

    /// A stream as it is named in tables and charts.
    public static String name(Idle.Stream stream) {
        return TimelineViews.laneName(stream.lane());
    }
}
