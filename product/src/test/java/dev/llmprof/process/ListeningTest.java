package dev.llmprof.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ListeningTest {
    private static final String HEAD =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid "
                    + " timeout inode\n";

    @Test
    void onlySocketsThatListenAreRead() {
        assertEquals(
                Map.of(
                        "socket:[4711]",
                        new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 8080)),
                Listening.sockets(
                        HEAD
                                + "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000"
                                + " 00:00000000 00000000  1000        0 4711 1 0 100 0 0 10 0\n"
                                + "   1: 0100007F:1F91 0100007F:D431 01 00000000:00000000"
                                + " 00:00000000 00000000  1000        0 4712 1 0 20 4 30 10 -1\n"));
    }

    @Test
    void addressesOfTheLongKindAreReadByWords() {
        assertEquals(
                Map.of(
                        "socket:[9]", new InetSocketAddress(InetAddress.ofLiteral("::1"), 80),
                        "socket:[10]", new InetSocketAddress(InetAddress.ofLiteral("::"), 443)),
                Listening.sockets(
                        HEAD
                                + "   0: 00000000000000000000000001000000:0050"
                                + " 00000000000000000000000000000000:0000 0A 00000000:00000000"
                                + " 00:00000000 00000000     0        0 9 1 0 100 0 0 10 0\n"
                                + "   1: 00000000000000000000000000000000:01BB"
                                + " 00000000000000000000000000000000:0000 0A 00000000:00000000"
                                + " 00:00000000 00000000     0        0 10 1 0 100 0 0 10 0\n"));
    }
}
