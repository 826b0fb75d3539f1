package dev.llmprof.trace;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/// Writes small `.ncu-rep` files by hand, as the .proto files of ncu describe them.
final class NcuReportBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean future;

    /// Two launches of one kernel inside `decode`, with a rule of the newest kind and a metric
    /// without a value.
    static byte[] twoLaunches() {
        return twoLaunches(NcuReportBytes::new);
    }

    /// The same, every message with fields that nobody has heard of, as a later ncu may write them:
    /// of every wire type, at both ends.
    static byte[] twoLaunchesOfTheFuture() {
        return twoLaunches(() -> {
            var message = new NcuReportBytes();
            message.future = true;
            return message.unknown();
        });
    }

    private static byte[] twoLaunches(Supplier<NcuReportBytes> fresh) {
        var file = new NcuReportBytes();
        file.bytes.writeBytes(new byte[] {'N', 'V', 'R', 0, 2, 0, 0, 0, 0x08, 0x07});
        byte[] strings =
                fresh.get()
                        .text(1, "gpu__time_duration.sum")
                        .text(1, "device__attribute_display_name")
                        .text(1, "launch__registers_per_thread")
                        .toBytes();
        byte[] first = sized(launch(2_500, fresh));
        byte[] second = sized(launch(7_500, fresh));
        byte[] session =
                fresh.get()
                        .number(2, 1_700_000_000)
                        .message(8, version(fresh))
                        .text(11, "ncu -o x python infer.py")
                        .toBytes();
        byte[] process =
                fresh.get().number(1, 4711).text(2, "host").text(3, "/usr/bin/python3").toBytes();
        file.block(fresh.get().message(3, session).number(5, 0).toBytes());
        file.block(
                fresh.get()
                        .number(2, 1)
                        .message(4, strings)
                        .number(5, first.length)
                        .message(6, process)
                        .toBytes());
        file.bytes.writeBytes(first);
        file.block(fresh.get().number(2, 1).number(5, second.length).message(6, process).toBytes());
        file.bytes.writeBytes(second);
        return file.bytes.toByteArray();
    }

    private static byte[] version(Supplier<NcuReportBytes> fresh) {
        return fresh.get().text(1, "Nsight Compute Target").text(2, "2025.1.1.0").toBytes();
    }

    private static byte[] launch(double nanos, Supplier<NcuReportBytes> fresh) {
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

    private NcuReportBytes unknown() {
        number(1001, 7).real(1002, 0.5).text(1003, "new").number(1004, Long.MAX_VALUE);
        varint((1005L << 3) | 5);
        bytes.writeBytes(new byte[] {1, 2, 3, 4});
        varint((1006L << 3) | 3);
        number(1, 9).text(2, "in a group");
        varint((1006L << 3) | 4);
        return this;
    }

    private static byte[] sized(byte[] message) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(littleEndian(message.length));
        out.writeBytes(message);
        return out.toByteArray();
    }

    private void block(byte[] header) {
        bytes.writeBytes(littleEndian(header.length));
        bytes.writeBytes(header);
    }

    private NcuReportBytes number(int field, long value) {
        varint((long) field << 3);
        varint(value);
        return this;
    }

    private NcuReportBytes real(int field, double value) {
        varint((long) field << 3 | 1);
        bytes.writeBytes(
                ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(value).array());
        return this;
    }

    private NcuReportBytes text(int field, String text) {
        return message(field, text.getBytes(StandardCharsets.UTF_8));
    }

    private NcuReportBytes message(int field, byte[] content) {
        varint((long) field << 3 | 2);
        varint(content.length);
        bytes.writeBytes(content);
        return this;
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }

    private byte[] toBytes() {
        if (future) {
            unknown();
        }
        return bytes.toByteArray();
    }

    private static byte[] littleEndian(int value) {
        return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
    }
}
