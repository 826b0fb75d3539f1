package dev.llmprof.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Where the programs that we started wait for connections, as Linux tells; elsewhere nowhere.
public final class Listening {
    private static final String STATE = "0A";
    private static final int INODE_FIELD = 9;

    private Listening() {}

    /// Of all that we started and all that these started, by port.
    public static List<InetSocketAddress> ofOurs() {
        Map<String, InetSocketAddress> sockets = new HashMap<>();
        Set<String> theirs = new HashSet<>();
        ProcessHandle.current()
                .descendants()
                .forEach(each -> {
                    Path process = Path.of("/proc/" + each.pid());
                    sockets.putAll(sockets(text(process.resolve("net/tcp"))));
                    sockets.putAll(sockets(text(process.resolve("net/tcp6"))));
                    theirs.addAll(open(process.resolve("fd")));
                });
        sockets.keySet().retainAll(theirs);
        return sockets.values().stream()
                .distinct()
                .sorted(
                        Comparator.comparingInt(InetSocketAddress::getPort)
                                .thenComparing(InetSocketAddress::toString))
                .toList();
    }

    /// The sockets that listen in a table of the kernel's, by their inode.
    static Map<String, InetSocketAddress> sockets(String table) {
        Map<String, InetSocketAddress> sockets = new HashMap<>();
        table.lines()
                .skip(1)
                .forEach(line -> {
                    String[] fields = line.strip().split("\\s+", -1);
                    if (fields.length > INODE_FIELD && fields[3].equals(STATE)) {
                        sockets.put("socket:[" + fields[INODE_FIELD] + "]", address(fields[1]));
                    }
                });
        return sockets;
    }

    /// `0100007F:1F90`: words of four bytes, the lowest first.
    private static InetSocketAddress address(String text) {
        int colon = text.indexOf(':');
        byte[] bytes = HexFormat.of().parseHex(text.substring(0, colon));
        byte[] turned = new byte[bytes.length];
        for (int at = 0; at < bytes.length; at++) {
            turned[at] = bytes[at / 4 * 4 + 3 - at % 4];
        }
        try {
            return new InetSocketAddress(
                    InetAddress.getByAddress(turned),
                    Integer.parseInt(text.substring(colon + 1), 16));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("the kernel's address " + text, e);
        }
    }

    private static List<String> open(Path folder) {
        List<String> names = new ArrayList<>();
        try (var entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                names.add(Files.readSymbolicLink(entry).toString());
            }
        } catch (IOException | DirectoryIteratorException e) {
            // It ended while we looked, or is not ours to look at.
            return names;
        }
        return names;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}
