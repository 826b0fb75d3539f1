package dev.llmprof.served;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.secret.Secrets;
import dev.llmprof.table.LongColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestLogTest {
    @TempDir private Path folder;

    /// A server may say the key it refuses.
    @Test
    void noSecretOfAUrlOrAnAnswerIsWrittenDown() throws IOException {
        Secrets.learn(Map.of("SERVED_API_KEY", "zServedLogKey"));
        Path file = folder.resolve(RequestLog.NAME);
        var facts =
                new LoadFacts(
                        7,
                        "http://me:zServedLogWord@host:8000/v1",
                        "vllm",
                        "m",
                        "closed",
                        false,
                        LoadFacts.Goals.NONE);
        try (var log = new RequestLog(file, facts)) {
            log.add(
                    new ServedRequest(
                            0,
                            1,
                            2,
                            LongColumn.of(),
                            3,
                            OptionalLong.empty(),
                            0,
                            false,
                            Optional.of(
                                    new RequestFailure(
                                            RequestFailure.Kind.STATUS,
                                            "no such key: zServedLogKey"))));
            log.end("");
        }

        ServedLoad read = RequestLogReader.read(file);
        assertEquals("http://me:(hidden)@host:8000/v1", read.facts().url());
        assertEquals(
                List.of("no such key: (hidden)"),
                read.requests().stream().map(each -> each.failure().orElseThrow().text()).toList());
        assertEquals(
                List.of(),
                Files.readAllLines(file).stream()
                        .filter(line -> line.contains("zServedLog"))
                        .toList());
    }
}
