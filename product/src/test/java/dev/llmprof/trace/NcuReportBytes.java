package dev.llmprof.trace;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Writes small `.ncu-rep` files by hand, as the .proto files of ncu describe them.
final class NcuReportBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /// Two launches of one kernel inside `decode`, with a rule of the newest kind and a metric
    /// without a value.
    static byte[] twoLaunches() {
        var file = new NcuReportBytes();
        file.bytes.writeBytes(new byte[] {'N', 'V', 'R', 0, 2, 0, 0, 0, 0x08, 0x07});
        byte[] strings =
                message()
                        .text(1, "gpu__time_duration.sum")
                        .text(1, "device__attribute_display_name")
                        .text(1, "launch__registers_per_thread")
                        .toBytes();
        byte[] first = sized(launch(2_500));
        byte[] second = sized(launch(7_500));
        byte[] session =
                message()
                        .number(2, 1_700_000_000)
                        .message(8, version())
                        .text(11, "ncu -o x python infer.py")
                        .toBytes();
        byte[] process =
                message().number(1, 4711).text(2, "host").text(3, "/usr/bin/python3").toBytes();
        file.block(message().message(3, session).number(5, 0).toBytes());
        file.block(
                message()
                        .number(2, 1)
                        .message(4, strings)
                        .number(5, first.length)
                        .message(6, process)
                        .toBytes());
        file.bytes.writeBytes(first);
        file.block(message().number(2, 1).number(5, second.length).message(6, process).toBytes());
        file.bytes.writeBytes(second);
        return file.bytes.toByteArray();
    }

    private static byte[] version() {
        return message().text(1, "Nsight Compute Target").text(2, "2025.1.1.0").toBytes();
    }

    private static byte[] launch(double nanos) {
        byte[] extent = message().number(1, 8).number(2, 4).number(3, 1).toBytes();
        byte[] duration =
                message().number(1, 0).message(2, message().real(3, nanos).toBytes()).toBytes();
        byte[] device =
                message()
                        .number(1, 1)
                        .message(2, message().text(1, "NVIDIA H100").toBytes())
                        .toBytes();
        byte[] absent = message().number(1, 2).toBytes();
        byte[] said =
                message()
                        .text(
                                1,
                                "Raise @section:Occupancy:occupancy@, see @url:the guide:https://x.y@.")
                        .number(2, 4)
                        .text(4, "Low")
                        .toBytes();
        byte[] speedup = message().number(1, 2).real(2, 12.5).toBytes();
        byte[] body =
                message()
                        .message(1, message().message(1, said).message(10, speedup).toBytes())
                        .toBytes();
        byte[] rule =
                message()
                        .text(1, "Occupancy")
                        .text(2, "Occupancy")
                        .message(3, body)
                        .text(4, "Occupancy")
                        .toBytes();
        byte[] stack =
                message()
                        .number(1, 0)
                        .message(3, message().text(1, "decode").toBytes())
                        .message(3, message().text(1, "layer").toBytes())
                        .toBytes();
        byte[] nvtx =
                message().message(2, message().number(1, 99).message(2, stack).toBytes()).toBytes();
        return message()
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

    private static NcuReportBytes message() {
        return new NcuReportBytes();
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
        return bytes.toByteArray();
    }

    private static byte[] littleEndian(int value) {
        return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
    }
}
