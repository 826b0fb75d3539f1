package dev.llmprof.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SecretNamesTest {

    @Test
    void namesOfSecretsAreKnownInEverySpelling() {
        List<String> names =
                words(
                        """
                        HF_TOKEN hf-token hfToken HFToken token access_token refreshToken
                        HUGGING_FACE_HUB_TOKEN WANDB_API_KEY api-key apiKey APIKEY x-api-key api_keys
                        AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID AWS_SESSION_TOKEN OPENAI_KEY key
                        private_key signing-key client_secret SECRET secrets password PGPASSWORD passwd
                        passphrase DB_PW DB_PWD mysql_pwd MY_CREDS creds credential GOOGLE_CREDENTIALS
                        SLURM_JWT jwt cookie basic_auth auth authorization auth_header SENTRY_DSN dsn
                        connection_string connectionString GITHUB_PAT smtp_pass SSHPASS
                        X-Amz-Signature sig webhook session_id workload.env.HF_TOKEN model.api_key
                        HF_TOKEN_2 TOKEN11 RUNNER_TOKEN_B2 API_TOKEN_PROD DB_PW1 key2 password_old
                        """);
        assertEquals(names, names.stream().filter(SecretNames::isSecret).toList());
    }

    @Test
    void wordsOfModelsAndMachinesAreNoSecrets() {
        List<String> names =
                words(
                        """
                        tokens max_new_tokens maxNewTokens prompt_tokens num_tokens tokenizer
                        TOKENIZERS_PARALLELISM pad_token_id pad_token eos_token bos_token token_id
                        token_type_ids time_per_output_token first_token decoder_start_token_id
                        image_token image_token_index tokens_per_second ms_per_token
                        key_states num_key_value_heads key_value keys kv_cache sort_key cache_key
                        primary_key monkey keyboard past_key attention_key k_proj qkv
                        PWD OLDPWD PATH HOME PASSES passes forward_pass bypass pass compass
                        authors author SSH_AUTH_SOCK XAUTHORITY HF_TOKEN_PATH secret_name
                        auth_type passenger secretary model.path dataset.root infer.device
                        pipeline.nsys.enable DBUS_SESSION_BUS_ADDRESS CUDA_VISIBLE_DEVICES p
                        pad_token_2 image_token1 sort_key_1 k2 2 tokens2 layer_0 fp8 test ci
                        """);
        assertEquals(List.of(), names.stream().filter(SecretNames::isSecret).toList());
    }

    private static List<String> words(String text) {
        return Stream.of(text.strip().split("\\s+")).toList();
    }
}
