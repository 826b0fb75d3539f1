package dev.llmprof.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A real Chromium, driven over its own debugging protocol.
public final class Browser implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final WebSocket socket;
    private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile CompletableFuture<Void> loaded = new CompletableFuture<>();
    private int calls;

    public Browser(Path chromium, Path profile) throws Exception {
        process =
                new ProcessBuilder(
                                chromium.toString(),
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--no-first-run",
                                "--disable-background-networking",
                                "--hide-scrollbars",
                                "--remote-debugging-port=0",
                                "--user-data-dir=" + profile,
                                "about:blank")
                        .redirectErrorStream(true)
                        .redirectOutput(profile.resolve("browser.log").toFile())
                        .start();
        HttpClient http = HttpClient.newHttpClient();
        String[] endpoint = endpoint(profile.resolve("DevToolsActivePort"));
        socket =
                http.newWebSocketBuilder()
                        .buildAsync(URI.create(page(http, endpoint[0])), new Listener())
                        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            call(domain + ".enable", Map.of());
        }
    }

    public void open(Path file) throws Exception {
        loaded = new CompletableFuture<>();
        call("Page.navigate", Map.of("url", file.toUri().toString()));
        loaded.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    public void size(int width, int height) throws Exception {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /// The value of an expression, as text.
    public String ask(String expression) throws Exception {
        JsonNode answer =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(answer.get("exceptionDetails").toString());
        }
        return answer.path("result").path("value").asText();
    }

    /// The same of a promise, once it is kept.
    public String await(String promise) throws Exception {
        JsonNode answer =
                call(
                        "Runtime.evaluate",
                        Map.of("expression", promise, "returnByValue", true, "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(answer.get("exceptionDetails").toString());
        }
        return answer.path("result").path("value").asText();
    }

    /// The whole page, also what is below the window.
    public void screenshot(Path file) throws Exception {
        JsonNode picture =
                call(
                        "Page.captureScreenshot",
                        Map.of("format", "png", "captureBeyondViewport", true));
        Files.write(file, Base64.getDecoder().decode(picture.get("data").asText()));
    }

    /// Prints the page to a file.
    public void print(Path file) throws Exception {
        JsonNode paper =
                call("Page.printToPDF", Map.of("printBackground", true, "preferCSSPageSize", true));
        Files.write(file, Base64.getDecoder().decode(paper.get("data").asText()));
    }

    /// `print`, or nothing for the screen.
    public void medium(String medium) throws Exception {
        call("Emulation.setEmulatedMedia", Map.of("media", medium));
    }

    /// A key such as `w` or `ArrowLeft`, on what has the focus.
    public void press(String key) throws Exception {
        for (String type : List.of("keyDown", "keyUp")) {
            Map<String, Object> event = new HashMap<>(Map.of("type", type, "key", key));
            if (key.length() == 1 && type.equals("keyDown")) {
                event.put("text", key);
            }
            call("Input.dispatchKeyEvent", event);
        }
    }

    public void drag(double fromX, double toX, double y) throws Exception {
        mouse("mousePressed", fromX, y);
        mouse("mouseMoved", (fromX + toX) / 2, y);
        mouse("mouseMoved", toX, y);
        mouse("mouseReleased", toX, y);
    }

    private void mouse(String type, double x, double y) throws Exception {
        call(
                "Input.dispatchMouseEvent",
                Map.of("type", type, "x", x, "y", y, "button", "left", "clickCount", 1));
    }

    /// Turns the wheel; `modifiers` is 2 for Ctrl.
    public void wheel(double x, double y, double deltaY, int modifiers) throws Exception {
        call(
                "Input.dispatchMouseEvent",
                Map.of(
                        "type",
                        "mouseWheel",
                        "x",
                        x,
                        "y",
                        y,
                        "deltaX",
                        0,
                        "deltaY",
                        deltaY,
                        "modifiers",
                        modifiers));
    }

    /// Errors and warnings of the console, scripts that threw, policies that were broken.
    public List<String> complaints() {
        return complaints;
    }

    public List<String> requests() {
        return requests;
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }

    private JsonNode call(String method, Map<String, Object> parameters) throws Exception {
        int id = ++calls;
        String message =
                JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters));
        socket.sendText(message, true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        while (true) {
            JsonNode answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (answer == null) {
                throw new AssertionError(method + " was not answered");
            }
            if (answer.path("id").asInt() == id) {
                return answer.path("result");
            }
        }
    }

    private static String[] endpoint(Path file) throws Exception {
        for (int tries = 0; tries < PATIENCE_SECONDS * 10; tries++) {
            if (Files.exists(file) && Files.readAllLines(file).size() >= 2) {
                return Files.readAllLines(file).toArray(String[]::new);
            }
            Thread.sleep(100);
        }
        throw new AssertionError("chromium did not start");
    }

    private static String page(HttpClient http, String port) throws Exception {
        var request =
                java.net.http.HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + port + "/json/list"))
                        .build();
        String body = http.send(request, java.net.http.HttpResponse.BodyHandlers.ofString()).body();
        for (JsonNode target : JSON.readTree(body)) {
            if (target.get("type").asText().equals("page")) {
                return target.get("webSocketDebuggerUrl").asText();
            }
        }
        throw new AssertionError("no page in " + body);
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket web, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                try {
                    hear(JSON.readTree(text.toString()));
                } catch (IOException e) {
                    complaints.add(e.toString());
                }
                text.setLength(0);
            }
            web.request(1);
            return CompletableFuture.completedFuture(null);
        }

        private void hear(JsonNode message) {
            if (message.has("id")) {
                answers.add(message);
                return;
            }
            JsonNode parameters = message.path("params");
            switch (message.path("method").asText()) {
                case "Page.loadEventFired" -> loaded.complete(null);
                case "Runtime.exceptionThrown" -> complaints.add(parameters.toString());
                case "Runtime.consoleAPICalled" -> {
                    if (!parameters.path("type").asText().equals("log")) {
                        complaints.add(parameters.toString());
                    }
                }
                case "Log.entryAdded" -> complaints.add(parameters.toString());
                case "Network.requestWillBeSent" ->
                        requests.add(parameters.path("request").path("url").asText());
                default -> {}
            }
        }
    }
}
