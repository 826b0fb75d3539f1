package dev.llmprof.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.console.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunProgressTest {
    @Test
    void aRemarkShowsNoSecretAndIsNotObeyed() {
        var bytes = new ByteArrayOutputStream();
        var stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        var progress = new RunProgress(Console.of(stream, stream, Map.of(), Console.Volume.NORMAL));

        progress.remark("ready at http://me:zRemarkWord@host, model \u001b[2J");

        assertEquals(
                "       ready at http://me:(hidden)@host, model \\u001b[2J\n",
                bytes.toString(StandardCharsets.UTF_8));
    }
}
