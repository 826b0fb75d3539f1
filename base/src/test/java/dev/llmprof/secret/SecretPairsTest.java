package dev.llmprof.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SecretPairsTest {

    @Test
    void aSecretIsFoundByTheNameBeforeItHoweverItIsWritten() {
        hidden("{\"n\": 1, \"api_key\": \"(hidden)\"}", "{\"n\": 1, \"api_key\": \"hunter\"}");
        hidden("{\\\"token\\\":\\\"(hidden)\\\"}", "{\\\"token\\\":\\\"zPair01x\\\"}");
        hidden("{'token': '(hidden)'}", "{'token': 'zPair02x'}");
        hidden("{a: 1, api_key: (hidden)}", "{a: 1, api_key: zPair03x}");
        hidden("host=h password=(hidden) dbname=d", "host=h password=hunter dbname=d");
        hidden("Server=h;Uid=u;Password=(hidden);", "Server=h;Uid=u;Password=hunter;");
        hidden("base_url=http://h,api_key=(hidden),n=2", "base_url=http://h,api_key=zPair04x,n=2");
        hidden("Api-Key: (hidden)", "Api-Key: zPair05x");
        hidden("-HPRIVATE-TOKEN: (hidden)", "-HPRIVATE-TOKEN: zPair06x");
        hidden("proxy-auth: Basic (hidden)", "proxy-auth: Basic zPair07x");
        hidden("login(token='(hidden)')", "login(token='zPair08x')");
        hidden("run --env=HF_TOKEN=(hidden) x", "run --env=HF_TOKEN=tokenword x");
        hidden("--n 3 --hf-token '(hidden)'", "--n 3 --hf-token 'two words'");
    }

    @Test
    void whatOnlySoundsLikeOneStays() {
        for (String text :
                List.of(
                        "sorted(x, key=len) max(y, key=lambda z: z.t0) token=tokens[0]",
                        "token = tokenizer2(x); api_key == other1; auth=load_auth1()",
                        "{\"key\": \"attention\", \"eos_token\": \"<|im_end1|>\", \"num_keys\": 128}",
                        "the password: because nobody knows the secret: it is one",
                        "--secret $HOME1 --api-key=$KEY1 --token \"${TOKEN1}\"",
                        "/opt/keys:/opt/token1 http://host:8000 a:b1 16:9",
                        "api_key: (hidden)")) {
            hidden(text, text);
        }
    }

    @Test
    void whatStandsInsideAVariableIsKnownFromThenOn() {
        Secrets.learn(
                Map.of(
                        "PAIRSTEST_SETTINGS", "{\"client_secret\": \"zPairInJson1\"}",
                        "PAIRSTEST_HEADERS", "Authorization: Bearer zPairInHeader1",
                        "PAIRSTEST_NOTE", "host=h password=zPairInDsn dbname=d"));
        Secrets.learn(List.of("--header=Api-Key: zPairInFlag1", "-c", "f(token='zPairInCode1')"));
        assertEquals(
                "(hidden) (hidden) (hidden) (hidden) (hidden)",
                Secrets.hide("zPairInJson1 zPairInHeader1 zPairInDsn zPairInFlag1 zPairInCode1"));
    }

    @Test
    void aSecretOfSeveralPartsIsHiddenWhereOneOfThemStandsAlone() {
        Secrets.learn(
                Map.of(
                        "PAIRSTEST_CREDS", "{\"user\": \"bob\", \"private\": \"zPairPart1\"}",
                        "PAIRSTEST_COOKIE", "theme=dark; session=zPairPart2"));
        assertEquals("(hidden) (hidden) bob dark", Secrets.hide("zPairPart1 zPairPart2 bob dark"));
    }

    private static void hidden(String shown, String word) {
        assertEquals(shown, SecretPairs.hide(word));
    }
}
