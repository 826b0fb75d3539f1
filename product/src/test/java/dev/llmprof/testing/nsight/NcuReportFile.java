package dev.llmprof.testing.nsight;

import dev.llmprof.testing.nsight.NcuRun.Launch;
import dev.llmprof.testing.nsight.NcuRun.Rule;
import dev.llmprof.testing.nsight.NcuRun.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Writes a run as an `.ncu-rep` of ncu 2022.3, as its .proto files say: a block for the session,
/// one for the machine code, one for each launch, and all strings in the first of these.
public final class NcuReportFile {
    public static final String VERSION = "2022.3.0.0 (build 31729285) (public-release)";
    public static final String COMMAND_LINE = "ncu -o kernels python3 infer.py";
    public static final String ENVIRONMENT = "API_TOKEN=not-for-others";

    private NcuReportFile() {}

    public static Path write(NcuRun run, Path file) throws IOException {
        return Files.write(file, bytes(run));
    }

    static byte[] bytes(NcuRun run) {
        var file = new ByteArrayOutputStream();
        file.writeBytes(new byte[] {'N', 'V', 'R', 0});
        file.writeBytes(ProtoMessage.sized(new ProtoMessage().number(1, 7).toBytes()));
        block(file, new ProtoMessage().message(3, session()), new byte[0]);
        var code = new ProtoMessage().number(1, 1).message(4, new byte[4096]).number(5, 9);
        code.number(6, 0x80009);
        block(file, new ProtoMessage().number(1, 1), ProtoMessage.sized(code.toBytes()));
        List<String> names =
                run.launches().getFirst().byName().stream()
                        .map(entry -> entry.getKey().name())
                        .toList();
        for (int id = 0; id < run.launches().size(); id++) {
            var header = new ProtoMessage().number(2, 1);
            if (id == 0) {
                var strings = new ProtoMessage();
                names.forEach(name -> strings.text(1, name));
                header.message(4, strings);
            }
            byte[] result = result(id, run.launches().get(id)).toBytes();
            block(file, header, ProtoMessage.sized(result));
        }
        return file.toByteArray();
    }

    private static void block(ByteArrayOutputStream file, ProtoMessage header, byte[] payload) {
        var process =
                new ProtoMessage()
                        .number(1, NcuPages.PROCESS)
                        .text(2, "127.0.0.1")
                        .text(3, "/usr/bin/python3");
        header.number(5, payload.length).message(6, process);
        file.writeBytes(ProtoMessage.sized(header.toBytes()));
        file.writeBytes(payload);
    }

    private static ProtoMessage session() {
        var version = new ProtoMessage().text(1, "Nsight Compute Target").text(2, VERSION);
        var program =
                new ProtoMessage()
                        .text(1, "/usr/bin/python3")
                        .text(2, "/home/user")
                        .text(3, "infer.py")
                        .text(4, ENVIRONMENT);
        return new ProtoMessage()
                .number(1, NcuPages.PROCESS)
                .number(2, 1_767_225_600)
                .message(8, version)
                .message(9, program)
                .text(11, COMMAND_LINE);
    }

    private static ProtoMessage result(int id, Launch launch) {
        var result =
                new ProtoMessage()
                        .number(1, 99)
                        .number(2, id)
                        .number(3, 1)
                        .number(4, id)
                        .text(5, "_Z" + launch.function().length() + launch.function() + "v")
                        .text(6, launch.function())
                        .text(7, launch.kernel())
                        .number(8, 3)
                        .message(9, new ProtoMessage().number(1, 0))
                        .message(10, sides(launch.grid()))
                        .message(11, sides(launch.block()));
        var metrics = launch.byName();
        for (int name = 0; name < metrics.size(); name++) {
            result.message(13, metric(name, metrics.get(name).getValue()));
        }
        result.number(14, 1_767_225_600L + id).message(15, new ProtoMessage().number(1, 1));
        launch.rules().forEach(rule -> result.message(19, rule(rule)));
        return result.number(22, 1).number(23, 7);
    }

    private static ProtoMessage sides(List<Integer> sides) {
        return new ProtoMessage()
                .number(1, sides.get(0))
                .number(2, sides.get(1))
                .number(3, sides.get(2));
    }

    private static ProtoMessage metric(int name, Value value) {
        var metric = new ProtoMessage().number(1, name);
        return switch (value) {
            case Value.Real(double number) -> metric.message(2, new ProtoMessage().real(3, number));
            case Value.Count(long number) ->
                    metric.message(2, new ProtoMessage().number(5, number));
            case Value.Text(String text) -> metric.message(2, new ProtoMessage().text(1, text));
            case Value.None _ -> metric;
        };
    }

    private static ProtoMessage rule(Rule rule) {
        int type = rule.kind().equals("WRN") ? 2 : 1;
        var said = new ProtoMessage().text(1, rule.message()).number(2, type).text(4, rule.id());
        var body = new ProtoMessage().message(1, new ProtoMessage().message(1, said));
        return new ProtoMessage()
                .text(1, rule.id())
                .text(2, rule.id())
                .message(3, body)
                .text(4, rule.section());
    }
}
