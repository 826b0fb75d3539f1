package dev.llmprof.report.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.report.block.Document;
import dev.llmprof.secret.Secrets;
import java.util.List;
import org.junit.jupiter.api.Test;

class HiddenPageTest {

    @Test
    void nothingOfThePageItselfLooksLikeASecret() {
        String page = Html.page(new Document("run", "", List.of()));

        assertEquals(page, Secrets.hide(page));
    }
}
