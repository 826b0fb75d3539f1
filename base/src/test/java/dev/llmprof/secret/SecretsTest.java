package dev.llmprof.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SecretsTest {

    @Test
    void aSecretInAWordIsHiddenByItsName() {
        assertEquals(
                "workload.env.HF_TOKEN=(hidden)", Secrets.hideWord("workload.env.HF_TOKEN=abc"));
        assertEquals("--password=(hidden)", Secrets.hideWord("--password=x"));
        assertEquals("Authorization: (hidden)", Secrets.hideWord("Authorization: Basic dXNlcjp4"));
        assertEquals("infer.max_new_tokens=64", Secrets.hideWord("infer.max_new_tokens=64"));
        assertEquals("dataset.root=/data/keys", Secrets.hideWord("dataset.root=/data/keys"));
        assertEquals(
                "https://me:(hidden)@h/x?token=(hidden)",
                Secrets.hideWord("https://me:pw@h/x?token=abc"));
        assertEquals(
                "https://me:(hidden)@h/x?token=(hidden)",
                Secrets.hideWord("https://me:(hidden)@h/x?token=(hidden)"));
        assertEquals("HF_TOKEN=", Secrets.hideWord("HF_TOKEN="));
    }

    @Test
    void aSecretMayFollowItsFlag() {
        assertEquals(
                List.of("prog", "--api-key", "(hidden)", "-p", "8000", "--token", "--tokens", "7"),
                Secrets.hideWords(
                        List.of(
                                "prog",
                                "--api-key",
                                "k",
                                "-p",
                                "8000",
                                "--token",
                                "--tokens",
                                "7")));
    }

    @Test
    void whatAHeaderOfARequestCarriesIsHiddenWhereverItStandsAgain() {
        Secrets.learn(
                List.of("--header", "Authorization: Bearer kx-header", "X-API-Key: kx-plain"));
        assertEquals(
                "['--header', 'Authorization: Bearer (hidden)', '(hidden)']",
                Secrets.hide("['--header', 'Authorization: Bearer kx-header', 'kx-plain']"));
    }

    @Test
    void passwordsAndTokensOfUrlsAreHidden() {
        String text =
                """
                git clone https://me:pa55@host.org/x?token=abc&lang=en&amp;api_key=k#top then
                "s3://bucket/key" postgres://u:p%40ss@db:5432/name 'http://host:8000/v1?max_tokens=5'
                https://0123456789abcdef0123@sentry.io/1 ssh://git@host/repo a://b mail@host.org
                """;
        assertEquals(
                """
                git clone https://me:(hidden)@host.org/x?token=(hidden)&lang=en&amp;api_key=(hidden)#top then
                "s3://bucket/key" postgres://u:(hidden)@db:5432/name 'http://host:8000/v1?max_tokens=5'
                https://(hidden)@sentry.io/1 ssh://git@host/repo a://b mail@host.org
                """,
                Secrets.hide(text));
    }

    @Test
    void keysAreKnownByTheirLooks() {
        List<String> keys =
                List.of(
                        "hf_" + "AbCdEfGhIjKlMnOp",
                        "sk-" + "proj-0123456789abcdefABCD",
                        "ghp_" + "0123456789abcdefABCD",
                        "AKIA" + "0123456789ABCDEF",
                        "glpat-" + "0123456789abcdefABCD",
                        "xoxb-" + "0123456789-abc",
                        "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0In0." + "c2lnbmF0dXJl");
        for (String key : keys) {
            assertEquals("a (hidden), b", Secrets.hide("a " + key + ", b"));
        }
        assertEquals(
                "curl -H Bearer (hidden)", Secrets.hide("curl -H Bearer " + "0123456789abcdef0"));
        assertEquals(
                "-----BEGIN PRIVATE KEY-----(hidden)-----END PRIVATE KEY-----",
                Secrets.hide("-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----"));
    }

    @Test
    void namesOfKernelsAndFilesAreNoKeys() {
        String names =
                """
                void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>
                sm80_xmma_gemm_f16f16_f16f32_f32_tn_n_tilesize128x128x32_stage4_warpsize2x2x1
                hf_model.safetensors task-0123456789abcdef0123456789 sk-learn hf_hub_download
                disk-0123456789abcdef0123 bearer of bad news eyJust.a.test ASIAN ncclDevKernel_AllReduce
                """;
        assertEquals(names, Secrets.hide(names));
    }

    @Test
    void aValueOnceKnownIsHiddenWhereverItAppears() {
        Secrets.learn(
                Map.of(
                        "SECRETSTEST_TOKEN", "Zx9\"once'known",
                        "SECRETSTEST_URL", "amqp://u:inTheUrl77@h",
                        "SECRETSTEST_AUTH", "/run/secrets-test",
                        "SECRETSTEST_PW", "12345",
                        "SECRETSTEST_MODE", "everyday-word"));
        Secrets.learn(List.of("--secretstest-password", "followsItsFlag1", "-p", "8000-and-more"));
        assertEquals(
                "(hidden) {\"a\": \"(hidden)\"} '(hidden)' (hidden) (hidden)",
                Secrets.hide(
                        "Zx9\"once'known {\"a\": \"Zx9\\\"once'known\"} 'Zx9\"once'\"'\"'known'"
                                + " inTheUrl77 followsItsFlag1"));
        assertEquals(
                "/run/secrets-test 12345 everyday-word 8000-and-more",
                Secrets.hide("/run/secrets-test 12345 everyday-word 8000-and-more"));
    }

    @Test
    void aSecretInALineOfShellIsKnownToo() {
        String line =
                "cd x && INSIDE_TOKEN=zInside1 ./p --inside-password 'zInside 2' \\\n"
                        + " --api-key=zInside3 --secret $HOME --seed 1234567; next_token=logits.max";
        Secrets.learn(List.of("sh", "-c", line));
        assertEquals(
                "cd x && INSIDE_TOKEN=(hidden) ./p --inside-password '(hidden)' \\\n"
                        + " --api-key=(hidden) --secret $HOME --seed 1234567; next_token=logits.max",
                Secrets.hide(line));
    }

    @Test
    void aValueThatComesInPiecesIsHiddenToo() {
        Secrets.learn("secretstest_token", "inPieces-42");
        SecretFilter filter = SecretFilter.ofKnown();
        String heard =
                List.of("a inPie", "ces-42 b inPieces", "-4", "3 inPiec").stream()
                        .map(each -> filter.next(each.getBytes(StandardCharsets.UTF_8)))
                        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                        .collect(Collectors.joining("|"));
        assertEquals("a |(hidden) b ||inPieces-43 ", heard);
        assertEquals("inPiec", new String(filter.rest(), StandardCharsets.UTF_8));
    }

    /// The longer one has the shorter in front, and the pieces part between them.
    @Test
    void ofTwoValuesThatBeginAlikeTheLongerIsHiddenWhole() {
        Secrets.learn("secretstest_token", "alike-12345");
        Secrets.learn("secretstest_token", "alike-12345/and-more");
        SecretFilter filter = SecretFilter.ofKnown();
        String heard =
                List.of("a alike-12345", "/and-more b alike-12345").stream()
                        .map(each -> filter.next(each.getBytes(StandardCharsets.UTF_8)))
                        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                        .collect(Collectors.joining("|"));
        assertEquals("a |(hidden) b ", heard);
        assertEquals("(hidden)", new String(filter.rest(), StandardCharsets.UTF_8));
    }

    @Test
    void aValueIsHiddenAsOtherLanguagesSpellIt() {
        Secrets.learn("secretstest_token", "sp&e\"l<l'i\\ng 9");
        List<String> spellings =
                List.of(
                        "sp&e\"l<l'i\\ng 9", // as it is
                        "sp&e\\\"l<l'i\\\\ng 9", // JSON
                        "sp&e\"l<l\\'i\\\\ng 9", // Python's repr
                        "sp&amp;e&quot;l&lt;l&#x27;i\\ng 9", // Python's html.escape
                        "sp%26e%22l%3Cl%27i%5Cng%209", // in the path of a URL
                        "sp%26e%22l%3Cl%27i%5Cng+9", // in a form
                        "sp&e\"l%3Cl'i\\ng 9", // in a link of Markdown
                        "sp&e\"l<l'\\''i\\ng 9", // in a line of shell
                        "sp&e\"l<l'i/ng 9"); // in a trace of PyTorch
        for (String each : spellings) {
            assertEquals("a (hidden) b", Secrets.hide("a " + each + " b"), each);
        }
    }
}
