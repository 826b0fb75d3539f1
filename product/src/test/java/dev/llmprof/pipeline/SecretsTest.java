package dev.llmprof.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SecretsTest {

    @Test
    void valuesOfSecretsAreNotWrittenDown() {
        assertEquals("workload.env.HF_TOKEN=(hidden)", Secrets.hide("workload.env.HF_TOKEN=abc"));
        assertEquals(
                "+workload.env.AWS_SECRET_ACCESS_KEY=(hidden)",
                Secrets.hide("+workload.env.AWS_SECRET_ACCESS_KEY=x"));
        assertEquals("infer.max_new_tokens=64", Secrets.hide("infer.max_new_tokens=64"));
        assertEquals("dataset.root=/data/keys", Secrets.hide("dataset.root=/data/keys"));
    }
}
