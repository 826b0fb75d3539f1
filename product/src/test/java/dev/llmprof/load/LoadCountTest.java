package dev.llmprof.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.llmprof.served.RequestFailure;
import dev.llmprof.served.ServedRequest;
import dev.llmprof.table.LongColumn;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LoadCountTest {
    private static ServedRequest request(Optional<RequestFailure> failure) {
        return new ServedRequest(
                0,
                0,
                0,
                new LongColumn.Builder().build(),
                0,
                OptionalLong.empty(),
                0,
                false,
                failure);
    }

    @Test
    void aLineSaysHowTheLoadGoes() {
        var count = new LoadCount(" of 64", 0);
        for (int each = 0; each < 5; each++) {
            count.sent();
        }
        for (int each = 0; each < 30; each++) {
            count.piece();
        }
        count.ended(request(Optional.empty()));
        count.ended(
                request(Optional.of(new RequestFailure(RequestFailure.Kind.STATUS, "status 500"))));
        assertEquals(
                "2 of 64 requests, 3 in flight, 1 error, 60 tokens/s", count.words(500_000_000));
        count.piece();
        assertEquals(
                "2 of 64 requests, 3 in flight, 1 error, 1 tokens/s", count.words(1_500_000_000));
    }
}
