package dev.llmprof.analysis.capture;

import dev.llmprof.analysis.breakdown.Idle;
import dev.llmprof.analysis.drawing.TimelineView;
import dev.llmprof.analysis.drawing.TimelineViews;
import dev.llmprof.analysis.phase.NestedTrace;
import dev.llmprof.analysis.phase.PhaseOperator;
import dev.llmprof.analysis.phase.WorkTree;
import dev.llmprof.trace.Device;
import java.util.List;
import java.util.Optional;

/// All that is said about one capture with a timeline, PyTorch's or Nsight Systems', in memory that
/// does not grow with its events. Pictures are there where findings are to be made of it.
public record Capture(
        CaptureOrigin origin,
        GpuTime gpu,
        HostTime host,
        MarkedTime marked,
        Optional<CapturePictures> pictures) {

    /// Without pictures: a fifth less work, for who shows numbers only.
    public static Capture of(NestedTrace nested) {
        return new Capture(
                CaptureOrigin.of(nested.trace()),
                GpuTime.of(nested),
                HostTime.of(nested),
                MarkedTime.of(nested),
                Optional.empty());
    }

    /// The same with what is drawn of it, for findings.
    public Capture withPictures(NestedTrace nested) {
        return new Capture(origin, gpu, host, marked, Optional.of(CapturePictures.of(nested)));
    }

    public TimelineView timeline() {
        return pictures.orElseThrow().timeline();
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

    /// A stream as it is named in tables and charts.
    public static String name(Idle.Stream stream) {
        return TimelineViews.laneName(stream.lane());
    }
}
