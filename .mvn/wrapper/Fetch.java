import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;

/// Downloads one file and checks its SHA-512, so that a fresh machine needs a JDK and nothing else.
final class Fetch {
    private Fetch() {}

    public static void main(String[] args)
            throws IOException, InterruptedException, GeneralSecurityException {
        URI uri = URI.create(args[0]);
        Path file = Path.of(args[1]);
        var client =
                HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
        var response =
                client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofFile(file));
        if (response.statusCode() != 200) {
            Files.deleteIfExists(file);
            throw new IOException(uri + " answered " + response.statusCode());
        }
        byte[] digest = MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(file));
        if (!HexFormat.of().formatHex(digest).equals(args[2])) {
            Files.delete(file);
            throw new IOException(uri + " does not have the expected SHA-512");
        }
    }
}
