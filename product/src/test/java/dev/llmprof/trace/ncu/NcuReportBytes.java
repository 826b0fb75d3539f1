package dev.llmprof.trace.ncu;

import dev.llmprof.testing.nsight.ProtoMessage;
import java.io.ByteArrayOutputStream;
import java.util.function.Supplier;

/// Writes small `.ncu-rep` files by hand, as the .proto files of ncu describe them.
public final class NcuReportBytes {
    private NcuReportBytes() {}

    /// Two launches of one kernel inside `decode`, with a rule of the newest kind and a metric
    /// without a value.
    public static byte[] twoLaunches() {
        return twoLaunches(ProtoMessage::new);
    }

    /// The same, every message with fields that nobody has heard of, as a later ncu may write them:
    /// of every wire type, at both ends.
    static byte[] twoLaunchesOfTheFuture() {
        return twoLaunches(() -> new ProtoMessage(unknown()));
    }

    private static byte[] twoLaunches(Supplier<ProtoMessage> fresh) {
        var file = new ByteArrayOutputStream();
        file.writeBytes(new byte[] {'N', 'V', 'R', 0, 2, 0, 0, 0, 0x08, 0x07});
        byte[] strings =
                fresh.get()
                        .text(1, "gpu__time_duration.sum")
                        .text(1, "device__attribute_display_name")
                        .text(1, "launch__registers_per_thread")
                        .toBytes();
        byte[] first = ProtoMessage.sized(launch(2_500, fresh));
        byte[] second = ProtoMessage.sized(launch(7_500, fresh));
        byte[] session =
                fresh.get()
                        .number(2, 1_700_000_000)
                        .message(8, version(fresh))
                        .text(11, "ncu -o x python infer.py")
                        .toBytes();
        byte[] process =
                fresh.get().number(1, 4711).text(2, "host").text(3, "/usr/bin/python3").toBytes();
        block(file, fresh.get().message(3, session).number(5, 0));
        block(
                file,
                fresh.get()
                        .number(2, 1)
                        .message(4, strings)
                        .number(5, first.length)
                        .message(6, process));
        file.writeBytes(first);
        block(file, fresh.get().number(2, 1).number(5, second.length).message(6, process));
        file.writeBytes(second);
        return file.toByteArray();
    }

    /// One launch whose duration was measured in two passes; bytes were counted in the second.
    public static byte[] launchOfTwoPasses() {
        var file = new ByteArrayOutputStream();
        file.writeBytes(new byte[] {'N', 'V', 'R', 0, 2, 0, 0, 0, 0x08, 0x07});
        byte[] strings =
                new ProtoMessage()
                        .text(1, "gpu__time_duration.sum")
                        .text(1, "dram__bytes.sum")
                        .text(1, "dram__bytes.sum.per_second")
                        .toBytes();
        byte[] launch =
                ProtoMessage.sized(
                        new ProtoMessage()
                                .number(1, 99)
                                .text(5, "k")
                                .text(6, "k")
                                .text(7, "k")
                                .message(13, metric(0, 145_760))
                                .message(13, metric(0, 143_260))
                                .message(13, metric(1, 100_282))
                                .message(13, metric(2, 7e8))
                                .toBytes());
        block(file, new ProtoMessage().number(2, 1).message(4, strings).number(5, launch.length));
        file.writeBytes(launch);
        return file.toByteArray();
    }

    private static byte[] metric(int name, double value) {
        return new ProtoMessage()
                .number(1, name)
                .message(2, new ProtoMessage().real(3, value).toBytes())
                .toBytes();
    }

    private static byte[] version(Supplier<ProtoMessage> fresh) {
        return fresh.get().text(1, "Nsight Compute Target").text(2, "2025.1.1.0").toBytes();
    }

    private static byte[] launch(double nanos, Supplier<ProtoMessage> fresh) {
        byte[] extent = fresh.get().number(1, 8).number(2, 4).number(3, 1).toBytes();
        byte[] duration =
                fresh.get().number(1, 0).message(2, fresh.get().real(3, nanos).toBytes()).toBytes();
        byte[] device =
                fresh.get()
                        .number(1, 1)
                        .message(2, fresh.get().text(1, "NVIDIA H100").toBytes())
                        .toBytes();
        byte[] absent = fresh.get().number(1, 2).toBytes();
        byte[] said =
                fresh.get()
                        .text(
                                1,
                                "Raise @section:Occupancy:occupancy@, see @url:the guide:https://x.y@.")
                        .number(2, 4)
                        .text(4, "Low")
                        .toBytes();
        byte[] speedup = fresh.get().number(1, 2).real(2, 12.5).toBytes();
        byte[] body =
                fresh.get()
                        .message(1, fresh.get().message(1, said).message(10, speedup).toBytes())
                        .toBytes();
        byte[] rule =
                fresh.get()
                        .text(1, "Occupancy")
                        .text(2, "Occupancy")
                        .message(3, body)
                        .text(4, "Occupancy")
                        .toBytes();
        byte[] stack =
                fresh.get()
                        .number(1, 0)
                        .message(3, fresh.get().text(1, "decode").toBytes())
                        .message(3, fresh.get().text(1, "layer").toBytes())
                        .toBytes();
        byte[] nvtx =
                fresh.get()
                        .message(2, fresh.get().number(1, 99).message(2, stack).toBytes())
                        .toBytes();
        return fresh.get()
                .number(1, 99)
                .text(5, "_Z1kPf")
                .text(6, "k")
                .text(7, "void k<(int)4>(float *)")
                .message(10, extent)
                .message(11, extent)
                .message(13, duration)
                .message(13, device)
                .message(13, absent)
                .message(19, rule)
                .message(21, nvtx)
                .number(22, 1)
                .number(23, 7)
                .toBytes();
    }

    private static byte[] unknown() {
        return new ProtoMessage()
                .number(1001, 7)
                .real(1002, 0.5)
                .text(1003, "new")
                .number(1004, Long.MAX_VALUE)
                .tag(1005, 5)
                .raw((byte) 1, (byte) 2, (byte) 3, (byte) 4)
                .tag(1006, 3)
                .number(1, 9)
                .text(2, "in a group")
                .tag(1006, 4)
                .toBytes();
    }

    private static void block(ByteArrayOutputStream file, ProtoMessage header) {
        file.writeBytes(ProtoMessage.sized(header.toBytes()));
    }
}
